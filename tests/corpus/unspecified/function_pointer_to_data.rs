// A `u8` is no function, and nobody needs to call it.

fn start(x: u8) {
    mir! {
        let f: fn(u8) -> u8;
        let p: *const u8;
        {
            p = addr_of!(x);
            f = CastTransmute(p); //~ UNSPECIFIED: function-pointer-to-data
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
