// `unchecked_div` goes towards zero where `/` is defined.
//~ FINE: division-by-zero
//~ FINE: division-overflow
//~ OBSERVES: 1 u8 15
//~ OBSERVES: 2 i8 -64
//~ OBSERVES: 3 i8 -3
//~ OBSERVES: 4 i8 -3
//~ OBSERVES: 5 i8 1
//~ OBSERVES: 6 i8 127
//~ OBSERVES: 7 u64 1844674407370955161
//~ OBSERVES: 8 i64 3074457345618258602
//~ OBSERVES: 9 u128 18446744073709551615
//~ OBSERVES: 10 i128 -56713727820156410577229101238628035242
//~ OBSERVES: 11 i128 170141183460469231731687303715884105727

fn start(a0: u8, a1: u8, a2: i8, a3: i8, a4: i8, a5: i8, a6: i8, a7: i8, a8: i8, a9: u64, a10: u64, a11: i64, a12: i64, a13: u128, a14: u128, a15: i128, a16: i128, a17: i128, a18: i128) {
    mir! {
        let y_u8: u8;
        let y_i8: i8;
        let y_u64: u64;
        let y_i64: i64;
        let y_u128: u128;
        let y_i128: i128;
        let nothing: ();
        {
            Call(y_u8 = core::intrinsics::unchecked_div(a0, a1), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_i8 = core::intrinsics::unchecked_div(a2, a3), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_i8(2, y_i8), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_i8 = core::intrinsics::unchecked_div(a4, a3), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_i8(3, y_i8), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i8 = core::intrinsics::unchecked_div(a5, a6), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i8(4, y_i8), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_i8 = core::intrinsics::unchecked_div(a2, a7), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_i8(5, y_i8), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_i8 = core::intrinsics::unchecked_div(a7, a8), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_i8(6, y_i8), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u64 = core::intrinsics::unchecked_div(a9, a10), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u64(7, y_u64), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_i64 = core::intrinsics::unchecked_div(a11, a12), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_i64(8, y_i64), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_u128 = core::intrinsics::unchecked_div(a13, a14), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_u128(9, y_u128), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_i128 = core::intrinsics::unchecked_div(a15, a16), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_i128(10, y_i128), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_i128 = core::intrinsics::unchecked_div(a17, a18), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_i128(11, y_i128), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(255_u8), kvant::hide(16_u8), kvant::hide(-128_i8), kvant::hide(2_i8), kvant::hide(-7_i8), kvant::hide(7_i8), kvant::hide(-2_i8), kvant::hide(-127_i8), kvant::hide(-1_i8), kvant::hide(18446744073709551615_u64), kvant::hide(10_u64), kvant::hide(-9223372036854775808_i64), kvant::hide(-3_i64), kvant::hide(340282366920938463463374607431768211455_u128), kvant::hide(18446744073709551617_u128), kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(3_i128), kvant::hide(-170141183460469231731687303715884105727_i128), kvant::hide(-1_i128)))
}
