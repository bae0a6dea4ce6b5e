// The lowest byte of the tag would be that of a variant.

#[repr(C)]
enum Two {
    A = 1,
    B = 2,
}

fn start(x: i32) {
    mir! {
        let two: Two;
        {
            two = CastTransmute(x); //~ UB: invalid-discriminant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(257_i32)))
}
