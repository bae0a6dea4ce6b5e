// The callee may have done with it what it liked.

struct Pair {
    a: u32,
    b: u32,
}

fn take(pair: Pair) -> u32 {
    mir! {
        {
            pair.a = 77_u32;
            RET = pair.b;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let pair: Pair;
        let y: u32;
        {
            pair = Pair { a: x, b: 2_u32 };
            Call(y = take(Move(pair)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            y = pair.a; //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
