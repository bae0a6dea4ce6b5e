// `+`, `-`, `*` and unary `-` wrap around, signed or not, at every width.
//~ OBSERVES: 1 u8 4
//~ OBSERVES: 2 u8 9
//~ OBSERVES: 3 u8 36
//~ OBSERVES: 4 i8 127
//~ OBSERVES: 5 i8 -128
//~ OBSERVES: 6 i8 0
//~ OBSERVES: 7 i8 -128
//~ OBSERVES: 8 i64 -9223372036854775808
//~ OBSERVES: 9 u128 340282366920938463463374607431768211455

fn start(small: u8, lowest: i8, highest: i64, zero: u128) {
    mir! {
        let unsigned: u8;
        let signed: i8;
        let nothing: ();
        {
            unsigned = small + 10;
            Call(nothing = kvant::observe_u8(1, unsigned), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            unsigned = 3 - small;
            Call(nothing = kvant::observe_u8(2, unsigned), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            unsigned = small * small;
            Call(nothing = kvant::observe_u8(3, unsigned), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            signed = lowest - 1;
            Call(nothing = kvant::observe_i8(4, signed), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            signed = -lowest;
            Call(nothing = kvant::observe_i8(5, signed), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            signed = lowest * lowest;
            Call(nothing = kvant::observe_i8(6, signed), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            signed = lowest * -1;
            Call(nothing = kvant::observe_i8(7, signed), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            highest = highest + 1;
            Call(nothing = kvant::observe_i64(8, highest), ReturnTo(after_8), UnwindContinue())
        }
        after_8 = {
            zero = zero - 1;
            Call(nothing = kvant::observe_u128(9, zero), ReturnTo(after_9), UnwindContinue())
        }
        after_9 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(250_u8), kvant::hide(-128_i8), kvant::hide(9223372036854775807_i64), kvant::hide(0_u128)))
}
