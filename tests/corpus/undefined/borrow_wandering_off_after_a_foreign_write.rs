// The neighbouring element was written behind the reference's back.

fn start(x: u8, i: usize) {
    mir! {
        let array: [u8; 2];
        let r: &mut u8;
        let p: *mut u8;
        {
            array = [x; 2];
            r = &mut array[i];
            p = addr_of_mut!(*r);
            p = Offset(p, 1_isize);
            i = 1;
            array[i] = 8;
            *r = 9;
            x = *p; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize)))
}
