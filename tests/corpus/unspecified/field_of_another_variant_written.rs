// Writing a field does not make it another variant.

enum Either {
    A(u8),
    B(u8),
}

fn start(x: u8) {
    mir! {
        let either: Either;
        {
            either = Either::A(x);
            place!(Field::<u8>(Variant(either, 1), 0)) = 2_u8; //~ UNSPECIFIED: inactive-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
