// Writing one field does not write the next.

fn start(x: u8) {
    mir! {
        let pair: (u8, u8);
        let nothing: ();
        {
            pair.0 = x;
            Call(nothing = kvant::observe_u8(1, pair.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_u8(2, pair.1), ReturnTo(after_2), UnwindContinue()) //~ UB: uninitialised
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
