// A reference must be aligned by what its allocation promises, not by luck.

fn start(x: u8) {
    mir! {
        let array: [u8; 4];
        let p: *mut [u8; 4];
        let q: *mut u16;
        let r: &u16;
        {
            array = [x; 4];
            p = addr_of_mut!(array);
            q = p as *mut u16;
            r = &*q; //~ UB: misaligned
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
