// Zero may be divided, by anything else than itself.
//~ FINE: division-by-zero
//~ OBSERVES: 1 u8 0
//~ OBSERVES: 2 i64 0
//~ OBSERVES: 3 i64 0

fn start(zero: u8, minus_three: i64) {
    mir! {
        let wide: i64;
        let nothing: ();
        {
            zero = zero / 3;
            Call(nothing = kvant::observe_u8(1, zero), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            wide = 0 / minus_three;
            Call(nothing = kvant::observe_i64(2, wide), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            wide = 0 % minus_three;
            Call(nothing = kvant::observe_i64(3, wide), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u8), kvant::hide(-3_i64)))
}
