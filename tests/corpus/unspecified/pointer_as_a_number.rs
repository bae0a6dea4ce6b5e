// There are no addresses.

fn start(x: u8) {
    mir! {
        let p: *const u8;
        let n: usize;
        {
            p = addr_of!(x);
            n = CastTransmute(p); //~ UNSPECIFIED: pointer-as-integer
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
