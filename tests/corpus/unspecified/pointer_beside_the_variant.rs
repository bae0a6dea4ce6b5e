// The enum is of another variant.

enum Either {
    A(u8),
    B(u8),
}

fn start(x: u8) {
    mir! {
        let either: Either;
        let p: *const u8;
        {
            either = Either::A(x);
            p = addr_of!(place!(Field::<u8>(Variant(either, 1), 0))); //~ UNSPECIFIED: inactive-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
