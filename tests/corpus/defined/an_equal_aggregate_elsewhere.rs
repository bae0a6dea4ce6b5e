// A whole aggregate may be passed to a call whose result goes to another one of the same type.
//~ FINE: overlapping-return-place
//~ OBSERVES: 1 u32 3
//~ OBSERVES: 2 u32 1

fn turn(triple: (u32, u32, u32)) -> (u32, u32, u32) {
    mir! {
        {
            RET = (triple.2, triple.1, triple.0);
            Return()
        }
    }
}

fn start(one: u32) {
    mir! {
        let a: (u32, u32, u32);
        let b: (u32, u32, u32);
        let both: ((u32, u32, u32), (u32, u32, u32));
        let nothing: ();
        {
            a = (one, 2, 3);
            Call(b = turn(a), ReturnTo(back), UnwindContinue())
        }
        back = {
            Call(nothing = kvant::observe_u32(1, b.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            both = (a, b);
            Call(both.0 = turn(both.1), ReturnTo(again), UnwindContinue())
        }
        again = {
            Call(nothing = kvant::observe_u32(2, both.0.0), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
