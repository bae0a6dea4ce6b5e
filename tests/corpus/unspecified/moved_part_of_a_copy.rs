// A struct without one of its fields is no value.

struct Pair {
    a: u8,
    b: u8,
}

fn start(x: u8) {
    mir! {
        let pair: Pair;
        let other: Pair;
        let y: u8;
        {
            pair = Pair { a: x, b: 2_u8 };
            y = Move(pair.a);
            other = pair; //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
