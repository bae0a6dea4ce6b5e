// The lowest integer may be divided by anything but -1, and all others by -1.
//~ FINE: division-overflow
//~ OBSERVES: 1 i8 -128
//~ OBSERVES: 2 i8 127
//~ OBSERVES: 3 i8 0
//~ OBSERVES: 4 u8 0
//~ OBSERVES: 5 i16 128
//~ OBSERVES: 6 i128 170141183460469231731687303715884105727

fn start(lowest: i8, minus_one: i8, wide: i128) {
    mir! {
        let a: i8;
        let b: i8;
        let c: u8;
        let d: i16;
        let e: i16;
        let f: i128;
        let nothing: ();
        {
            a = lowest / 1;
            Call(nothing = kvant::observe_i8(1, a), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            b = lowest + 1;
            a = b / minus_one;
            Call(nothing = kvant::observe_i8(2, a), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            a = b % minus_one;
            Call(nothing = kvant::observe_i8(3, a), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            c = 128 / 255;
            Call(nothing = kvant::observe_u8(4, c), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            d = lowest as i16;
            e = minus_one as i16;
            d = d / e;
            Call(nothing = kvant::observe_i16(5, d), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            f = wide / -1;
            Call(nothing = kvant::observe_i128(6, f), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-128_i8), kvant::hide(-1_i8), kvant::hide(-170141183460469231731687303715884105727_i128)))
}
