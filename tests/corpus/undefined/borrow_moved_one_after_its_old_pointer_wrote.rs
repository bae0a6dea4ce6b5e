// A raw pointer made before the move is foreign to the reference that came out of it.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let s: &mut u32;
        {
            r = &mut x;
            p = addr_of_mut!(*r);
            s = Move(r);
            *p = 8;
            *s = 9; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
