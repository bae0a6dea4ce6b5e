// A local is dead at every `Return()` that is reached, though not by the same statement.
//~ FINE: storage-live-at-return
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u8 2

fn either(which: bool) -> u8 {
    mir! {
        let held: u8;
        {
            StorageLive(held);
            held = 1;
            match which {
                true => early,
                _ => late,
            }
        }
        early = {
            RET = held;
            StorageDead(held);
            Return()
        }
        late = {
            RET = held + held;
            StorageDead(held);
            Goto(out)
        }
        out = {
            Return()
        }
    }
}

fn start(yes: bool) {
    mir! {
        let no: bool;
        let got: u8;
        let nothing: ();
        {
            Call(got = either(yes), ReturnTo(one), UnwindContinue())
        }
        one = {
            Call(nothing = kvant::observe_u8(1, got), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            no = !yes;
            Call(got = either(no), ReturnTo(two), UnwindContinue())
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
    kvant::run(|| start(kvant::hide(true)))
}
