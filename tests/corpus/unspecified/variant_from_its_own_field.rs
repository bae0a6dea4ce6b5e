// The enum is made from what it holds.

enum Either {
    A(u8),
    B(u8),
}

fn start(x: u8) {
    mir! {
        let either: Either;
        {
            either = Either::A(x);
            either = Either::B(Field::<u8>(Variant(either, 0), 0)); //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
