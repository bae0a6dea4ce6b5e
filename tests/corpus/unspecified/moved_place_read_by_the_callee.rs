// The callee looks at the place its argument was moved from.

struct Pair {
    a: u32,
    b: u32,
}

fn look(pair: Pair, p: *const Pair) -> u32 {
    mir! {
        {
            RET = (*p).b; //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let pair: Pair;
        let p: *const Pair;
        let y: u32;
        {
            pair = Pair { a: x, b: 2_u32 };
            p = addr_of!(pair);
            Call(y = look(Move(pair), p), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
