// Raw pointers made from one reference are all that reference.
//~ FINE: borrow
//~ OBSERVES: 1 u32 12
//~ OBSERVES: 2 u32 12
//~ OBSERVES: 3 u32 12

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let q: *mut u32;
        let nothing: ();
        {
            r = &mut x;
            p = addr_of_mut!(*r);
            q = addr_of_mut!(*r);
            *p = 1;
            *q = *p + 1;
            *r = *r + *q;
            *p = *p * 3;
            Call(nothing = kvant::observe_u32(1, *q), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(2, *r), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u32(3, x), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
