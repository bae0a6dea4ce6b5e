// A result that is made by `SetDiscriminant` alone.
//~ OBSERVES: 0 isize 0
//~ OBSERVES: 1 isize 1
//~ OBSERVES: 2 bool true

enum Maybe {
    No,
    Yes(bool),
}

fn invert(maybe: Maybe) -> Maybe {
    mir! {
        let d: isize;
        {
            d = Discriminant(maybe);
            match d {
                0 => no,
                _ => yes,
            }
        }
        no = {
            RET = Maybe::Yes(true);
            Return()
        }
        yes = {
            SetDiscriminant(RET, 0);
            Return()
        }
    }
}

fn start(x: bool) {
    mir! {
        let unit: ();
        let one: Maybe;
        let other: Maybe;
        let d: isize;
        {
            one = Maybe::Yes(x);
            Call(other = invert(Move(one)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            d = Discriminant(other);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(one = invert(Move(other)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            d = Discriminant(one);
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_bool(2_u32, Field::<bool>(Variant(one, 1), 0)), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(false)))
}
