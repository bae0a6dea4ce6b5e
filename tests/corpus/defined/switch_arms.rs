// Arms match exact values of the scrutinee's type, negative ones and 128-bit ones too.
//~ OBSERVES: 1 i8 -1
//~ OBSERVES: 2 i8 -128
//~ OBSERVES: 3 i8 127
//~ OBSERVES: 7 u128 340282366920938463463374607431768211455
//~ OBSERVES: 8 i128 -170141183460469231731687303715884105728
//~ OBSERVES: 9 bool false

fn start(a: i8, wide: u128, least: i128) {
    mir! {
        let nothing: ();
        {
            Goto(choose)
        }
        choose = {
            match a {
                -1 => minus_one,
                -128 => lowest,
                127 => highest,
                _ => other,
            }
        }
        minus_one = {
            Call(nothing = kvant::observe_i8(1, a), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            a = -128;
            Goto(choose)
        }
        lowest = {
            Call(nothing = kvant::observe_i8(2, a), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            a = 127;
            Goto(choose)
        }
        highest = {
            Call(nothing = kvant::observe_i8(3, a), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            a = 0;
            Goto(choose)
        }
        other = {
            match wide {
                18446744073709551615 => wrong,
                340282366920938463463374607431768211455 => right,
                _ => wrong,
            }
        }
        wrong = {
            Call(nothing = kvant::observe_u8(4, 0), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            Return()
        }
        right = {
            Call(nothing = kvant::observe_u128(7, wide), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            match least {
                0 => wrong,
                -170141183460469231731687303715884105728 => least_found,
                _ => wrong,
            }
        }
        least_found = {
            Call(nothing = kvant::observe_i128(8, least), ReturnTo(after_8), UnwindContinue())
        }
        after_8 = {
            match false {
                true => wrong,
                _ => no,
            }
        }
        no = {
            Call(nothing = kvant::observe_bool(9, false), ReturnTo(after_9), UnwindContinue())
        }
        after_9 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-1_i8), kvant::hide(340282366920938463463374607431768211455_u128), kvant::hide(-170141183460469231731687303715884105728_i128)))
}
