// Both arguments may be one place.

struct Pair {
    a: u8,
    b: u8,
}

fn take(one: Pair, other: Pair) {
    mir! {
        {
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let pair: Pair;
        {
            pair = Pair { a: x, b: 2_u8 };
            Call(unit = take(Move(pair), Move(pair)), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: moved-twice
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
