// No variant has the tag 3.

#[repr(u8)]
enum Two {
    A = 1,
    B = 2,
}

fn start(x: u8) {
    mir! {
        let two: Two;
        {
            two = CastTransmute(x); //~ UB: invalid-discriminant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
