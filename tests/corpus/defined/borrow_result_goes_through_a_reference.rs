// The result of a call is written through a mutable reference of the caller.
//~ FINE: borrow
//~ OBSERVES: 1 u32 18

fn next(y: u32) -> u32 {
    mir! {
        {
            RET = y + 1;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let nothing: ();
        {
            r = &mut x;
            *r = 8;
            Call(*r = next(*r), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *r = *r * 2;
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
