// Nobody writes through a shared reference, not even by way of a raw pointer.

fn start(x: u32) {
    mir! {
        let r: &u32;
        let c: *const u32;
        let p: *mut u32;
        {
            r = &x;
            c = addr_of!(*r);
            p = c as *mut u32;
            *p = 8; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
