// The tag is right, and the field of that variant is not.

#[repr(u8)]
enum Known {
    Byte(u8) = 2,
    Flag(bool) = 4,
}

fn start(x: u8) {
    mir! {
        let bytes: [u8; 2];
        let known: Known;
        {
            bytes = [x, 2_u8];
            known = CastTransmute(bytes); //~ UB: invalid-bool
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4_u8)))
}
