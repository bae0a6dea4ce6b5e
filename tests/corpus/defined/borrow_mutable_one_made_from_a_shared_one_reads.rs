// A mutable reference made where a shared one came from may read.
//~ FINE: borrow
//~ OBSERVES: 1 u32 14

fn start(x: u32) {
    mir! {
        let r: &u32;
        let c: *const u32;
        let p: *mut u32;
        let m: &mut u32;
        let y: u32;
        let nothing: ();
        {
            r = &x;
            c = addr_of!(*r);
            p = c as *mut u32;
            m = &mut *p;
            y = *m + *r;
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
