// It is certain to do something where there is no field to keep the discriminant in.
//~ FINE: set-data-variant
//~ OBSERVES: 0 isize 2
//~ OBSERVES: 1 isize 0

enum Maybe {
    No,
    Yes(u8),
    Perhaps,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let maybe: Maybe;
        let d: isize;
        {
            SetDiscriminant(maybe, 2);
            d = Discriminant(maybe);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            maybe = Maybe::Yes(x);
            SetDiscriminant(maybe, 0);
            d = Discriminant(maybe);
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(9_u8)))
}
