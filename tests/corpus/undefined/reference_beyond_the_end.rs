// All of what a reference is to must be there.

fn start(x: u8) {
    mir! {
        let array: [u8; 3];
        let p: *mut [u8; 3];
        let q: *mut [u8; 4];
        let r: &[u8; 4];
        {
            array = [x; 3];
            p = addr_of_mut!(array);
            q = p as *mut [u8; 4];
            r = &*q; //~ UB: out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
