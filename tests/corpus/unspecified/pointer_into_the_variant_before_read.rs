// The field that it points to ended with its variant.

enum Either {
    A(u8, u8),
    B(u16),
}

fn start(x: u8) {
    mir! {
        let either: Either;
        let p: *const u8;
        {
            either = Either::A(x, 2_u8);
            p = addr_of!(place!(Field::<u8>(Variant(either, 0), 1)));
            either = Either::B(3_u16);
            x = *p; //~ UNSPECIFIED: inactive-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
