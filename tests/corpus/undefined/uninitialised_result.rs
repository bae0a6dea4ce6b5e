// A function that returns without having written its result.

fn forget(x: u8) -> u8 {
    mir! {
        {
            match x {
                0 => set,
                _ => out,
            }
        }
        set = {
            RET = 1;
            Goto(out)
        }
        out = {
            Return() //~ UB: uninitialised
        }
    }
}

fn start(zero: u8) {
    mir! {
        let got: u8;
        let nothing: ();
        {
            Call(got = forget(zero), ReturnTo(first), UnwindContinue())
        }
        first = {
            Call(nothing = kvant::observe_u8(1, got), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(got = forget(1), ReturnTo(second), UnwindContinue())
        }
        second = {
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
