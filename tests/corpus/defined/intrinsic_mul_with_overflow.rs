// `mul_with_overflow` gives the wrapped product and whether it is wrong.
//~ OBSERVES: 1 u8 240
//~ OBSERVES: 2 bool false
//~ OBSERVES: 3 u8 0
//~ OBSERVES: 4 bool true
//~ OBSERVES: 5 i8 -128
//~ OBSERVES: 6 bool false
//~ OBSERVES: 7 i8 -128
//~ OBSERVES: 8 bool true
//~ OBSERVES: 9 i8 121
//~ OBSERVES: 10 bool false
//~ OBSERVES: 11 i8 -124
//~ OBSERVES: 12 bool true
//~ OBSERVES: 13 u64 0
//~ OBSERVES: 14 bool true
//~ OBSERVES: 15 u64 18446744073709551615
//~ OBSERVES: 16 bool false
//~ OBSERVES: 17 i64 -9223372036854775808
//~ OBSERVES: 18 bool true
//~ OBSERVES: 19 u128 0
//~ OBSERVES: 20 bool true
//~ OBSERVES: 21 u128 340282366920938463463374607431768211455
//~ OBSERVES: 22 bool false
//~ OBSERVES: 23 i128 -170141183460469231731687303715884105728
//~ OBSERVES: 24 bool true
//~ OBSERVES: 25 i128 -170141183460469231731687303715884105727
//~ OBSERVES: 26 bool false
//~ OBSERVES: 27 i128 -2
//~ OBSERVES: 28 bool true

fn start(a0: u8, a1: u8, a2: i8, a3: i8, a4: i8, a5: i8, a6: i8, a7: u64, a8: u64, a9: u64, a10: i64, a11: i64, a12: u128, a13: u128, a14: u128, a15: i128, a16: i128, a17: i128, a18: i128) {
    mir! {
        let y_u8_bool: (u8, bool);
        let y_i8_bool: (i8, bool);
        let y_u64_bool: (u64, bool);
        let y_i64_bool: (i64, bool);
        let y_u128_bool: (u128, bool);
        let y_i128_bool: (i128, bool);
        let nothing: ();
        {
            Call(y_u8_bool = core::intrinsics::mul_with_overflow(a0, a1), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8_bool.0), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_bool(2, y_u8_bool.1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(y_u8_bool = core::intrinsics::mul_with_overflow(a0, a0), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(nothing = kvant::observe_u8(3, y_u8_bool.0), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_bool(4, y_u8_bool.1), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i8_bool = core::intrinsics::mul_with_overflow(a2, a3), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i8(5, y_i8_bool.0), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(nothing = kvant::observe_bool(6, y_i8_bool.1), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(y_i8_bool = core::intrinsics::mul_with_overflow(a2, a4), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(nothing = kvant::observe_i8(7, y_i8_bool.0), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_bool(8, y_i8_bool.1), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_i8_bool = core::intrinsics::mul_with_overflow(a5, a5), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_i8(9, y_i8_bool.0), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(nothing = kvant::observe_bool(10, y_i8_bool.1), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(y_i8_bool = core::intrinsics::mul_with_overflow(a6, a5), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(nothing = kvant::observe_i8(11, y_i8_bool.0), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_bool(12, y_i8_bool.1), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_u64_bool = core::intrinsics::mul_with_overflow(a7, a7), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_u64(13, y_u64_bool.0), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(nothing = kvant::observe_bool(14, y_u64_bool.1), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(y_u64_bool = core::intrinsics::mul_with_overflow(a8, a9), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(nothing = kvant::observe_u64(15, y_u64_bool.0), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_bool(16, y_u64_bool.1), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Call(y_i64_bool = core::intrinsics::mul_with_overflow(a10, a11), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = {
            Call(nothing = kvant::observe_i64(17, y_i64_bool.0), ReturnTo(b26), UnwindUnreachable())
        }
        b26 = {
            Call(nothing = kvant::observe_bool(18, y_i64_bool.1), ReturnTo(b27), UnwindUnreachable())
        }
        b27 = {
            Call(y_u128_bool = core::intrinsics::mul_with_overflow(a12, a12), ReturnTo(b28), UnwindUnreachable())
        }
        b28 = {
            Call(nothing = kvant::observe_u128(19, y_u128_bool.0), ReturnTo(b29), UnwindUnreachable())
        }
        b29 = {
            Call(nothing = kvant::observe_bool(20, y_u128_bool.1), ReturnTo(b30), UnwindUnreachable())
        }
        b30 = {
            Call(y_u128_bool = core::intrinsics::mul_with_overflow(a13, a14), ReturnTo(b31), UnwindUnreachable())
        }
        b31 = {
            Call(nothing = kvant::observe_u128(21, y_u128_bool.0), ReturnTo(b32), UnwindUnreachable())
        }
        b32 = {
            Call(nothing = kvant::observe_bool(22, y_u128_bool.1), ReturnTo(b33), UnwindUnreachable())
        }
        b33 = {
            Call(y_i128_bool = core::intrinsics::mul_with_overflow(a15, a16), ReturnTo(b34), UnwindUnreachable())
        }
        b34 = {
            Call(nothing = kvant::observe_i128(23, y_i128_bool.0), ReturnTo(b35), UnwindUnreachable())
        }
        b35 = {
            Call(nothing = kvant::observe_bool(24, y_i128_bool.1), ReturnTo(b36), UnwindUnreachable())
        }
        b36 = {
            Call(y_i128_bool = core::intrinsics::mul_with_overflow(a17, a16), ReturnTo(b37), UnwindUnreachable())
        }
        b37 = {
            Call(nothing = kvant::observe_i128(25, y_i128_bool.0), ReturnTo(b38), UnwindUnreachable())
        }
        b38 = {
            Call(nothing = kvant::observe_bool(26, y_i128_bool.1), ReturnTo(b39), UnwindUnreachable())
        }
        b39 = {
            Call(y_i128_bool = core::intrinsics::mul_with_overflow(a17, a18), ReturnTo(b40), UnwindUnreachable())
        }
        b40 = {
            Call(nothing = kvant::observe_i128(27, y_i128_bool.0), ReturnTo(b41), UnwindUnreachable())
        }
        b41 = {
            Call(nothing = kvant::observe_bool(28, y_i128_bool.1), ReturnTo(b42), UnwindUnreachable())
        }
        b42 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(16_u8), kvant::hide(15_u8), kvant::hide(-128_i8), kvant::hide(1_i8), kvant::hide(-1_i8), kvant::hide(11_i8), kvant::hide(12_i8), kvant::hide(4294967296_u64), kvant::hide(4294967295_u64), kvant::hide(4294967297_u64), kvant::hide(-9223372036854775808_i64), kvant::hide(-1_i64), kvant::hide(18446744073709551616_u128), kvant::hide(18446744073709551615_u128), kvant::hide(18446744073709551617_u128), kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(-1_i128), kvant::hide(170141183460469231731687303715884105727_i128), kvant::hide(2_i128)))
}
