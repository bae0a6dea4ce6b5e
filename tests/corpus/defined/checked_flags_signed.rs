// Signed overflow is at both ends, and `MIN * -1` is one.
//~ OBSERVES: 1 i8 -128
//~ OBSERVES: 2 bool true
//~ OBSERVES: 3 i8 127
//~ OBSERVES: 4 bool true
//~ OBSERVES: 5 i8 -128
//~ OBSERVES: 6 bool true
//~ OBSERVES: 7 i8 -128
//~ OBSERVES: 8 bool false
//~ OBSERVES: 9 i128 -2
//~ OBSERVES: 10 bool true
//~ OBSERVES: 11 i128 -170141183460469231731687303715884105728
//~ OBSERVES: 12 bool false

fn start(least: i8, most: i128) {
    mir! {
        let pair: (i8, bool);
        let wide: (i128, bool);
        let flipped: i128;
        let nothing: ();
        {
            pair = Checked(127 + 1);
            Call(nothing = kvant::observe_i8(1, pair.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_bool(2, pair.1), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            pair = Checked(least - 1);
            Call(nothing = kvant::observe_i8(3, pair.0), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Call(nothing = kvant::observe_bool(4, pair.1), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            pair = Checked(least * -1);
            Call(nothing = kvant::observe_i8(5, pair.0), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            Call(nothing = kvant::observe_bool(6, pair.1), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            pair = Checked(-64 * 2);
            Call(nothing = kvant::observe_i8(7, pair.0), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            Call(nothing = kvant::observe_bool(8, pair.1), ReturnTo(after_8), UnwindContinue())
        }
        after_8 = {
            wide = Checked(most * 2);
            Call(nothing = kvant::observe_i128(9, wide.0), ReturnTo(after_9), UnwindContinue())
        }
        after_9 = {
            Call(nothing = kvant::observe_bool(10, wide.1), ReturnTo(after_10), UnwindContinue())
        }
        after_10 = {
            flipped = -most;
            wide = Checked(flipped - 1);
            Call(nothing = kvant::observe_i128(11, wide.0), ReturnTo(after_11), UnwindContinue())
        }
        after_11 = {
            Call(nothing = kvant::observe_bool(12, wide.1), ReturnTo(after_12), UnwindContinue())
        }
        after_12 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-128_i8), kvant::hide(170141183460469231731687303715884105727_i128)))
}
