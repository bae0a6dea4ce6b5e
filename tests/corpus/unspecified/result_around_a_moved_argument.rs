// The result goes to a struct of which a field is moved, by way of a pointer.

struct Pair {
    a: u8,
    b: u8,
}

fn make(a: u8) -> Pair {
    mir! {
        {
            RET = Pair { a: a, b: a };
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let pair: Pair;
        let p: *mut Pair;
        {
            pair = Pair { a: x, b: 2_u8 };
            p = addr_of_mut!(pair);
            Call(*p = make(Move(pair.a)), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: overlapping-return-place
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
