// A value without bytes has an alignment all the same.

#[repr(C)]
struct Z {
    a: [u64; 0],
}

fn start(x: u8) {
    mir! {
        let z: Z;
        let a: [u8; 8];
        let w: *const [u8; 8];
        let p: *const Z;
        let e: [u64; 0];
        {
            e = [];
            a = [x; 8];
            w = addr_of!(a);
            p = w as *const Z;
            z = *p; //~ UB: misaligned
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
