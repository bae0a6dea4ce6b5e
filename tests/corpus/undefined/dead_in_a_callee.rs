// One call leaves its local dead, and so it is for the next one.

fn sometimes(begin: bool) -> u8 {
    mir! {
        let held: u8;
        {
            match begin {
                true => fresh,
                _ => use_it,
            }
        }
        fresh = {
            StorageLive(held);
            Goto(use_it)
        }
        use_it = {
            held = 1; //~ UB: dead-local
            RET = held;
            StorageDead(held);
            Return()
        }
    }
}

fn start(yes: bool) {
    mir! {
        let got: u8;
        let nothing: ();
        {
            Call(got = sometimes(yes), ReturnTo(once), UnwindContinue())
        }
        once = {
            Call(nothing = kvant::observe_u8(1, got), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(got = sometimes(false), ReturnTo(twice), UnwindContinue())
        }
        twice = {
            Call(nothing = kvant::observe_u8(2, got), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(true)))
}
