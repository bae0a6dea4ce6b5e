// A mutable reference may be made where a shared one came from, but what it writes is written through both.

fn start(x: u32) {
    mir! {
        let r: &u32;
        let c: *const u32;
        let p: *mut u32;
        let m: &mut u32;
        {
            r = &x;
            c = addr_of!(*r);
            p = c as *mut u32;
            m = &mut *p;
            *m = 8; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
