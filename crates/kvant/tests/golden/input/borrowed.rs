// What the owner's raw pointer writes is foreign to the reference.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let y: u32;
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            *p = 8;
            y = *r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
