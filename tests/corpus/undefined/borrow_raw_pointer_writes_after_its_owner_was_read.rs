// Reading the owner freezes the reference, and with it the raw pointer that was made from it.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let y: u32;
        {
            r = &mut x;
            p = addr_of_mut!(*r);
            *p = 8;
            y = x;
            *p = 9; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
