// The pointer is made after the move.

struct Pair {
    a: u8,
    b: u8,
}

fn start(x: u8) {
    mir! {
        let pair: Pair;
        let other: Pair;
        let p: *mut Pair;
        {
            pair = Pair { a: x, b: 2_u8 };
            other = Move(pair);
            p = addr_of_mut!(pair);
            *p = other; //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
