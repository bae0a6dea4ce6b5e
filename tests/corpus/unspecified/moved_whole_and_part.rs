// A part of what is moved is used as well.

struct Pair {
    a: u8,
    b: u8,
}

fn take(b: u8, pair: Pair) {
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
            Call(unit = take(pair.b, Move(pair)), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: moved-twice
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
