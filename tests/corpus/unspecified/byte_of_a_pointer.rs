// One byte of it is as much of an address.

fn start(x: u8) {
    mir! {
        let p: *const u8;
        let q: *const *const u8;
        let b: *const u8;
        {
            p = addr_of!(x);
            q = addr_of!(p);
            b = q as *const u8;
            b = Offset(b, 7_isize);
            x = *b; //~ UNSPECIFIED: pointer-as-integer
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
