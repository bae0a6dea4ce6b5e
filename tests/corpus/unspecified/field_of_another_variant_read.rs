// The bytes may be the same, and may be others.

#[repr(u8)]
enum Either {
    A(u8),
    B(u8),
}

fn start(x: u8) {
    mir! {
        let either: Either;
        {
            either = Either::A(x);
            x = Field::<u8>(Variant(either, 1), 0); //~ UNSPECIFIED: inactive-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
