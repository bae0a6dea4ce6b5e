// As a signed number it would be one back, from behind.

fn start(x: u8) {
    mir! {
        let p: *const u8;
        {
            p = addr_of!(x);
            p = Offset(p, 1_isize);
            p = Offset(p, 18446744073709551615_usize); //~ UB: offset-overflow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
