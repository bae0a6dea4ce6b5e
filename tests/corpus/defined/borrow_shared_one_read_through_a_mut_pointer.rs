// A `*mut` pointer that was made from a shared reference reads like the reference itself.
//~ FINE: borrow
//~ OBSERVES: 1 u32 14
//~ OBSERVES: 2 u32 8

fn start(x: u32) {
    mir! {
        let r: &u32;
        let c: *const u32;
        let p: *mut u32;
        let y: u32;
        let nothing: ();
        {
            r = &x;
            c = addr_of!(*r);
            p = c as *mut u32;
            y = *p + *r;
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            x = 8;
            Call(nothing = kvant::observe_u32(2, x), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
