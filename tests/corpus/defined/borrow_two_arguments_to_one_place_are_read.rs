// A shared and a mutable argument to one place may both be read.
//~ FINE: borrow
//~ OBSERVES: 1 u32 14

fn both(r: &mut u32, s: &u32) -> u32 {
    mir! {
        {
            RET = *r + *s;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &u32;
        let y: u32;
        let nothing: ();
        {
            r = &mut x;
            s = &x;
            Call(y = both(Move(r), s), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
