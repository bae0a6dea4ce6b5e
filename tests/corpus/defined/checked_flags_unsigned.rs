// `Checked` gives the wrapped result and says whether it is not the exact one.
//~ OBSERVES: 1 u8 255
//~ OBSERVES: 2 bool false
//~ OBSERVES: 3 u8 0
//~ OBSERVES: 4 bool true
//~ OBSERVES: 5 u8 255
//~ OBSERVES: 6 bool true
//~ OBSERVES: 7 u8 255
//~ OBSERVES: 8 bool false
//~ OBSERVES: 9 u8 0
//~ OBSERVES: 10 bool true
//~ OBSERVES: 11 u128 0
//~ OBSERVES: 12 bool true

fn start(byte: u8, most: u128) {
    mir! {
        let pair: (u8, bool);
        let wide: (u128, bool);
        let nothing: ();
        {
            pair = Checked(byte + 5);
            Call(nothing = kvant::observe_u8(1, pair.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_bool(2, pair.1), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            pair = Checked(byte + 6);
            Call(nothing = kvant::observe_u8(3, pair.0), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Call(nothing = kvant::observe_bool(4, pair.1), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            pair = Checked(0 - 1);
            Call(nothing = kvant::observe_u8(5, pair.0), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            Call(nothing = kvant::observe_bool(6, pair.1), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            pair = Checked(15 * 17);
            Call(nothing = kvant::observe_u8(7, pair.0), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            Call(nothing = kvant::observe_bool(8, pair.1), ReturnTo(after_8), UnwindContinue())
        }
        after_8 = {
            pair = Checked(16 * 16);
            Call(nothing = kvant::observe_u8(9, pair.0), ReturnTo(after_9), UnwindContinue())
        }
        after_9 = {
            Call(nothing = kvant::observe_bool(10, pair.1), ReturnTo(after_10), UnwindContinue())
        }
        after_10 = {
            wide = Checked(most + 1);
            Call(nothing = kvant::observe_u128(11, wide.0), ReturnTo(after_11), UnwindContinue())
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
    kvant::run(|| start(kvant::hide(250_u8), kvant::hide(340282366920938463463374607431768211455_u128)))
}
