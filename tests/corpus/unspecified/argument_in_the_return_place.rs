// The argument may be passed where the result is written.

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
        let triple: (u32, u32, u32);
        let nothing: ();
        {
            triple = (one, 2, 3);
            Call(triple = turn(triple), ReturnTo(back), UnwindContinue()) //~ UNSPECIFIED: overlapping-return-place
        }
        back = {
            Call(nothing = kvant::observe_u32(1, triple.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
