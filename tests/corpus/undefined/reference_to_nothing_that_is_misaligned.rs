// A reference to no bytes must be aligned too.

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        let q: *mut [u16; 0];
        let r: &[u16; 0];
        {
            p = addr_of_mut!(x);
            q = p as *mut [u16; 0];
            r = &*q; //~ UB: misaligned
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
