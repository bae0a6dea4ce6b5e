// A raw pointer is made without an access, so one may come from a reference that is over, if nobody uses
// it.
//~ FINE: borrow
//~ OBSERVES: 1 u32 8

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let q: *mut u32;
        let nothing: ();
        {
            r = &mut x;
            x = 8;
            p = addr_of_mut!(*r);
            q = p;
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
