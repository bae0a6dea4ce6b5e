// The first bytes are there, the last one is not.

fn start(x: u8) {
    mir! {
        let a: [u8; 3];
        let whole: *const [u8; 3];
        let p: *const u8;
        let q: *const [u8; 3];
        {
            a = [x; 3];
            whole = addr_of!(a);
            p = whole as *const u8;
            p = Offset(p, 1_isize);
            q = p as *const [u8; 3];
            a = *q; //~ UB: out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
