// The compiler may use the place for something else until it is named again.

struct Pair {
    a: u8,
    b: u8,
}

fn start(x: u8) {
    mir! {
        let pair: Pair;
        let other: Pair;
        let p: *mut u8;
        {
            pair = Pair { a: x, b: 2_u8 };
            p = addr_of_mut!(pair.a);
            other = Move(pair);
            *p = 3_u8; //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
