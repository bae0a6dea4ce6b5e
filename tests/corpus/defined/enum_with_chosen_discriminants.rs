// Discriminants that are not named follow the one before, and they may be negative.
//~ OBSERVES: 0 isize -5
//~ OBSERVES: 1 isize -4
//~ OBSERVES: 2 isize 100
//~ OBSERVES: 3 isize 101

enum Level {
    Low = -5,
    Next,
    High = 100,
    Higher,
}

fn start() {
    mir! {
        let unit: ();
        let level: Level;
        let d: isize;
        {
            level = Level::Low;
            d = Discriminant(level);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            level = Level::Next;
            d = Discriminant(level);
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            level = Level::High;
            d = Discriminant(level);
            Call(unit = kvant::observe_isize(2_u32, d), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            level = Level::Higher;
            d = Discriminant(level);
            Call(unit = kvant::observe_isize(3_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
