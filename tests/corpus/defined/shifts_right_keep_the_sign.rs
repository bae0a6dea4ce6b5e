// `>>` fills with the sign of a signed integer and with zeros otherwise.
//~ OBSERVES: 1 i8 -32
//~ OBSERVES: 2 i8 -1
//~ OBSERVES: 3 u8 32
//~ OBSERVES: 4 i16 -16384
//~ OBSERVES: 5 u16 16384
//~ OBSERVES: 6 i8 31
//~ OBSERVES: 7 i128 -1
//~ OBSERVES: 8 i8 -128

fn start(negative: i8, byte: u8, word: i16, unsigned: u16, positive: i8, wide: i128) {
    mir! {
        let a: i8;
        let b: u8;
        let c: i16;
        let d: u16;
        let e: i128;
        let nothing: ();
        {
            a = negative >> 2_u8;
            Call(nothing = kvant::observe_i8(1, a), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            a = negative >> 7_i128;
            Call(nothing = kvant::observe_i8(2, a), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            b = byte >> 2_u8;
            Call(nothing = kvant::observe_u8(3, b), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            c = word >> 17_u8;
            Call(nothing = kvant::observe_i16(4, c), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            d = unsigned >> 17_u8;
            Call(nothing = kvant::observe_u16(5, d), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            a = positive >> 2_i8;
            Call(nothing = kvant::observe_i8(6, a), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            e = wide >> -1_i16;
            Call(nothing = kvant::observe_i128(7, e), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            a = negative >> 8_u64;
            Call(nothing = kvant::observe_i8(8, a), ReturnTo(after_8), UnwindContinue())
        }
        after_8 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-128_i8), kvant::hide(128_u8), kvant::hide(-32768_i16), kvant::hide(32768_u16), kvant::hide(127_i8), kvant::hide(-170141183460469231731687303715884105728_i128)))
}
