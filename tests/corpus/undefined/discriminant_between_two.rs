// A tag between those of two variants, in the middle of an array.

#[repr(i8)]
enum Two {
    A = -1,
    B = 1,
}

fn start(x: u8) {
    mir! {
        let bytes: [u8; 3];
        let three: [Two; 3];
        {
            bytes = [255_u8, x, 1_u8];
            three = CastTransmute(bytes); //~ UB: invalid-discriminant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u8)))
}
