// The entry function may be called with a `bool` and with `()` too, or with negative extremes.
//~ OBSERVES: 1 bool true
//~ OBSERVES: 2 i8 -128
//~ OBSERVES: 3 isize -9223372036854775808

fn start(yes: bool, unit: (), least: i8, pointer_sized: isize) {
    mir! {
        let copied: ();
        let nothing: ();
        {
            copied = unit;
            Call(nothing = kvant::observe_bool(1, yes), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_i8(2, least), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Call(nothing = kvant::observe_isize(3, pointer_sized), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(true), kvant::hide(()), kvant::hide(-128_i8), kvant::hide(-9223372036854775808_isize)))
}
