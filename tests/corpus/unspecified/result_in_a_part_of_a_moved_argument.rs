// One field of what is moved is where the result goes.

struct Pair {
    a: u8,
    b: u8,
}

fn sum(pair: Pair) -> u8 {
    mir! {
        {
            RET = pair.a + pair.b;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let pair: Pair;
        {
            pair = Pair { a: x, b: 2_u8 };
            Call(pair.b = sum(Move(pair)), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: overlapping-return-place
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
