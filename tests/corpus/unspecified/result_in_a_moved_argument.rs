// The callee may have its argument where its result goes.

struct Pair {
    a: u8,
    b: u8,
}

fn same(pair: Pair) -> Pair {
    mir! {
        {
            RET = pair;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let pair: Pair;
        {
            pair = Pair { a: x, b: 2_u8 };
            Call(pair = same(Move(pair)), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: overlapping-return-place
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
