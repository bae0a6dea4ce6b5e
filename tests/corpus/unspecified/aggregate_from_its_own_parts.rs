// Some compilers write the first field before they read the second.

fn start(x: u8) {
    mir! {
        let pair: (u8, u8);
        let nothing: ();
        {
            pair = (x, 4);
            pair = (pair.1, pair.0); //~ UNSPECIFIED: overlapping-assignment
            Call(nothing = kvant::observe_u8(1, pair.1), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
