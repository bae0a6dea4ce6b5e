// The end of one may be the beginning of another.

fn start(x: u8, y: u8) {
    mir! {
        let p: *const u8;
        let q: *const u8;
        let b: bool;
        {
            p = addr_of!(x);
            p = Offset(p, 1_isize);
            q = addr_of!(y);
            b = p < q; //~ UNSPECIFIED: pointer-comparison
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8), kvant::hide(2_u8)))
}
