// A shift looks at the low bits of its amount only, whatever the amount's type and sign are.
//~ OBSERVES: 1 u8 128
//~ OBSERVES: 2 u8 3
//~ OBSERVES: 3 u8 6
//~ OBSERVES: 4 u8 128
//~ OBSERVES: 5 u8 6
//~ OBSERVES: 6 i128 52776558133248
//~ OBSERVES: 7 i128 3
//~ OBSERVES: 8 u64 1
//~ OBSERVES: 9 u64 9223372036854775808

fn start(three: u8, wide: u128, three_wide: i128, lowest: i128, one: u64) {
    mir! {
        let byte: u8;
        let long: i128;
        let word: u64;
        let nothing: ();
        {
            byte = three << 7_u8;
            Call(nothing = kvant::observe_u8(1, byte), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            byte = three << 8_u8;
            Call(nothing = kvant::observe_u8(2, byte), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            byte = three << 9_usize;
            Call(nothing = kvant::observe_u8(3, byte), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            byte = three << -1_i8;
            Call(nothing = kvant::observe_u8(4, byte), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            byte = three << wide;
            Call(nothing = kvant::observe_u8(5, byte), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            long = three_wide << 300_u128;
            Call(nothing = kvant::observe_i128(6, long), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            long = three_wide << lowest;
            Call(nothing = kvant::observe_i128(7, long), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            word = one << 64_u8;
            Call(nothing = kvant::observe_u64(8, word), ReturnTo(after_8), UnwindContinue())
        }
        after_8 = {
            word = one << -1_i64;
            Call(nothing = kvant::observe_u64(9, word), ReturnTo(after_9), UnwindContinue())
        }
        after_9 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8), kvant::hide(18446744073709551617_u128), kvant::hide(3_i128), kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(1_u64)))
}
