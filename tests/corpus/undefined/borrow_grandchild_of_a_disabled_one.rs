// A reference is worth nothing once an ancestor of it is over.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let p: *mut u32;
        let y: u32;
        {
            r = &mut x;
            s = &mut *r;
            p = addr_of_mut!(*s);
            x = 8;
            y = *p; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
