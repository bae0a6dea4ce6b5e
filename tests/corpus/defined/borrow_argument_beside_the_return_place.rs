// A reference to the neighbour of the place that the result goes to is fine.
//~ FINE: borrow
//~ OBSERVES: 1 u32 7
//~ OBSERVES: 2 u32 8

fn next(r: &u32) -> u32 {
    mir! {
        {
            RET = *r + 1;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &u32;
        let pair: (u32, u32);
        let nothing: ();
        {
            pair = (x, 0);
            r = &pair.0;
            Call(pair.1 = next(r), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, *r), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u32(2, pair.1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
