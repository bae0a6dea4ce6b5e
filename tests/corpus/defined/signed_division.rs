// Division goes towards zero, and the remainder has the sign of the dividend.
//~ OBSERVES: 1 i32 -3
//~ OBSERVES: 2 i32 -1
//~ OBSERVES: 3 i32 -3
//~ OBSERVES: 4 i32 1
//~ OBSERVES: 5 i32 3
//~ OBSERVES: 6 i32 -1
//~ OBSERVES: 7 i8 -64
//~ OBSERVES: 8 i128 -85070591730234615865843651857942052864
//~ OBSERVES: 9 i128 -8

fn start(seven: i32, two: i32, byte: i8, wide: i128) {
    mir! {
        let minus_seven: i32;
        let minus_two: i32;
        let result: i32;
        let nothing: ();
        {
            minus_seven = -seven;
            minus_two = -two;
            result = minus_seven / two;
            Call(nothing = kvant::observe_i32(1, result), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            result = minus_seven % two;
            Call(nothing = kvant::observe_i32(2, result), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            result = seven / minus_two;
            Call(nothing = kvant::observe_i32(3, result), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            result = seven % minus_two;
            Call(nothing = kvant::observe_i32(4, result), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            result = minus_seven / minus_two;
            Call(nothing = kvant::observe_i32(5, result), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            result = minus_seven % minus_two;
            Call(nothing = kvant::observe_i32(6, result), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            byte = byte / 2;
            Call(nothing = kvant::observe_i8(7, byte), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            wide = wide / 2;
            Call(nothing = kvant::observe_i128(8, wide), ReturnTo(after_8), UnwindContinue())
        }
        after_8 = {
            wide = wide * 2;
            wide = wide % 10;
            Call(nothing = kvant::observe_i128(9, wide), ReturnTo(after_9), UnwindContinue())
        }
        after_9 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_i32), kvant::hide(2_i32), kvant::hide(-128_i8), kvant::hide(-170141183460469231731687303715884105728_i128)))
}
