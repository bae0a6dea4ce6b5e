// A function that wrote through its argument writes once more at its end, which its result does not mind.
//~ FINE: borrow
//~ OBSERVES: 1 u32 9
//~ OBSERVES: 2 u32 9

fn set(r: &mut u32) -> &mut u32 {
    mir! {
        let s: &mut u32;
        {
            s = &mut *r;
            *s = 8;
            RET = Move(s);
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let nothing: ();
        {
            r = &mut x;
            Call(s = set(Move(r)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *s = *s + 1;
            Call(nothing = kvant::observe_u32(1, *s), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u32(2, x), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
