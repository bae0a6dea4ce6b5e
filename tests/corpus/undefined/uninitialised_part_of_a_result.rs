// All of the result must have been written.

fn half(x: u8) -> (u8, u64) {
    mir! {
        {
            RET.0 = x;
            Return() //~ UB: uninitialised
        }
    }
}

fn start(x: u8) {
    mir! {
        let got: (u8, u64);
        let nothing: ();
        {
            Call(got = half(x), ReturnTo(back), UnwindContinue())
        }
        back = {
            Call(nothing = kvant::observe_u8(1, got.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
