// The same bits compare differently as signed and as unsigned integers; `false` is less than `true`.
//~ OBSERVES: 1 bool true
//~ OBSERVES: 2 bool false
//~ OBSERVES: 3 bool true
//~ OBSERVES: 4 bool false
//~ OBSERVES: 5 bool true
//~ OBSERVES: 6 bool true
//~ OBSERVES: 7 bool false
//~ OBSERVES: 8 bool true
//~ OBSERVES: 9 bool false
//~ OBSERVES: 10 bool true

fn start(minus_one: i8, one: i8, lowest: i128, yes: bool) {
    mir! {
        let result: bool;
        let a: u8;
        let b: u8;
        let c: u128;
        let nothing: ();
        {
            result = minus_one < one;
            Call(nothing = kvant::observe_bool(1, result), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            result = minus_one > one;
            Call(nothing = kvant::observe_bool(2, result), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            result = minus_one <= minus_one;
            Call(nothing = kvant::observe_bool(3, result), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            a = minus_one as u8;
            b = one as u8;
            result = a < b;
            Call(nothing = kvant::observe_bool(4, result), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            result = a >= b;
            Call(nothing = kvant::observe_bool(5, result), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            result = lowest < 0;
            Call(nothing = kvant::observe_bool(6, result), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            c = lowest as u128;
            result = c < 1;
            Call(nothing = kvant::observe_bool(7, result), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            result = false < yes;
            Call(nothing = kvant::observe_bool(8, result), ReturnTo(after_8), UnwindContinue())
        }
        after_8 = {
            result = yes != true;
            Call(nothing = kvant::observe_bool(9, result), ReturnTo(after_9), UnwindContinue())
        }
        after_9 = {
            result = minus_one == -1;
            Call(nothing = kvant::observe_bool(10, result), ReturnTo(after_10), UnwindContinue())
        }
        after_10 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-1_i8), kvant::hide(1_i8), kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(true)))
}
