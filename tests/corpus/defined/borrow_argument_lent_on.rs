// A function lends its argument to another, and uses it when that has returned.
//~ FINE: borrow
//~ OBSERVES: 1 u32 30
//~ OBSERVES: 2 u32 30

fn inner(r: &mut u32) -> u32 {
    mir! {
        {
            *r = *r + 1;
            RET = *r;
            Return()
        }
    }
}

fn outer(r: &mut u32) -> u32 {
    mir! {
        let s: &mut u32;
        let y: u32;
        {
            *r = *r * 2;
            s = &mut *r;
            Call(y = inner(Move(s)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *r = *r + y;
            RET = *r;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let y: u32;
        let nothing: ();
        {
            r = &mut x;
            Call(y = outer(Move(r)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b2), UnwindUnreachable())
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
