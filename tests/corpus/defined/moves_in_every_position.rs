// A move gives the value that a copy gives.
//~ OBSERVES: 0 u32 112
//~ OBSERVES: 1 u32 4

struct Pair {
    a: u32,
    b: u32,
}

enum Maybe {
    No,
    Yes(Pair),
}

fn sum(pair: Pair, more: u32) -> u32 {
    mir! {
        {
            RET = Move(pair.a) + Move(pair.b);
            RET = Move(RET) + Move(more);
            Return()
        }
    }
}

fn start(x: u32, yes: bool) {
    mir! {
        let unit: ();
        let pair: Pair;
        let other: Pair;
        let maybe: Maybe;
        let y: u32;
        let d: isize;
        let two: [u32; 2];
        let i: usize;
        {
            y = Move(x);
            pair = Pair { a: Move(y), b: 2_u32 };
            other = Move(pair);
            maybe = Maybe::Yes(Move(other));
            d = Discriminant(maybe);
            match Move(d) {
                1 => full,
                _ => wrong,
            }
        }
        wrong = {
            Unreachable()
        }
        full = {
            other = Move(Field::<Pair>(Variant(maybe, 1), 0));
            Call(y = sum(Move(other), 100_u32), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(0_u32, Move(y)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Assume(Move(yes));
            two = [1_u32, 2_u32];
            i = 1_usize;
            y = Move(two[i]);
            y = -5_i32 as u32;
            y = !Move(y);
            Call(unit = kvant::observe_u32(1_u32, y), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(10_u32), kvant::hide(true)))
}
