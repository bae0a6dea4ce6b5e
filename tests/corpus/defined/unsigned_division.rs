// The highest bit of an unsigned integer is worth something.
//~ OBSERVES: 1 u8 15
//~ OBSERVES: 2 u8 15
//~ OBSERVES: 3 u64 6148914691236517205
//~ OBSERVES: 4 u128 34028236692093846346337460743176821145
//~ OBSERVES: 5 u128 5

fn start(byte: u8, word: u64, wide: u128) {
    mir! {
        let quotient: u8;
        let rest: u8;
        let tenth: u128;
        let nothing: ();
        {
            quotient = byte / 16;
            Call(nothing = kvant::observe_u8(1, quotient), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            rest = byte % 16;
            Call(nothing = kvant::observe_u8(2, rest), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            word = word / 3;
            Call(nothing = kvant::observe_u64(3, word), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            tenth = wide / 10;
            Call(nothing = kvant::observe_u128(4, tenth), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            tenth = wide % 10;
            Call(nothing = kvant::observe_u128(5, tenth), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(255_u8), kvant::hide(18446744073709551615_u64), kvant::hide(340282366920938463463374607431768211455_u128)))
}
