// What a shared reference may not do to its element it may not do to the neighbour.

fn start(x: u8, i: usize) {
    mir! {
        let array: [u8; 2];
        let r: &u8;
        let c: *const u8;
        let p: *mut u8;
        {
            array = [x; 2];
            r = &array[i];
            c = addr_of!(*r);
            c = Offset(c, 1_isize);
            x = *c;
            p = c as *mut u8;
            *p = 8; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize)))
}
