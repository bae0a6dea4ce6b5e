// Both halves have the second byte, and both write it.

fn start(x: u8, i: usize, j: usize) {
    mir! {
        let array: [u8; 4];
        let all: *mut [u8; 4];
        let p: *mut u8;
        let q: *mut u8;
        let half: *mut [u8; 2];
        let left: &mut [u8; 2];
        let right: &mut [u8; 2];
        {
            array = [x; 4];
            all = addr_of_mut!(array);
            p = all as *mut u8;
            q = Offset(p, 1_isize);
            half = p as *mut [u8; 2];
            left = &mut *half;
            half = q as *mut [u8; 2];
            right = &mut *half;
            (*right)[i] = 8;
            (*left)[j] = 9; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize), kvant::hide(1_usize)))
}
