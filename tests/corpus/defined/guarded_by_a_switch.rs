// A block that promises not to be reached is fine behind a choice that never goes there.
//~ FINE: unreachable-reached
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u8 2

fn pick(which: u8) -> u8 {
    mir! {
        {
            match which {
                0 => first,
                1 => second,
                _ => impossible,
            }
        }
        first = {
            RET = 1;
            Return()
        }
        second = {
            RET = 2;
            Return()
        }
        impossible = {
            Unreachable()
        }
    }
}

fn start(zero: u8) {
    mir! {
        let got: u8;
        let nothing: ();
        {
            Call(got = pick(zero), ReturnTo(one), UnwindContinue())
        }
        one = {
            Call(nothing = kvant::observe_u8(1, got), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(got = pick(1), ReturnTo(two), UnwindContinue())
        }
        two = {
            Call(nothing = kvant::observe_u8(2, got), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u8)))
}
