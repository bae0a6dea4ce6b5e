// Wherever the array lies, nothing promised that a `u32` could.

fn start(x: u8) {
    mir! {
        let a: [u8; 4];
        let p: *mut [u8; 4];
        let q: *mut u32;
        {
            a = [x; 4];
            p = addr_of_mut!(a);
            q = p as *mut u32;
            *q = 1_u32; //~ UB: misaligned
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
