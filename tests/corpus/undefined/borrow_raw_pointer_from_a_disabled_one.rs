// A raw pointer has no more rights than the reference that it came from.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let y: u32;
        {
            r = &mut x;
            p = addr_of_mut!(*r);
            x = 8;
            y = *p; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
