// `add_with_overflow` gives the wrapped sum and whether it is wrong.
//~ OBSERVES: 1 u8 255
//~ OBSERVES: 2 bool false
//~ OBSERVES: 3 u8 0
//~ OBSERVES: 4 bool true
//~ OBSERVES: 5 i8 -128
//~ OBSERVES: 6 bool true
//~ OBSERVES: 7 i8 127
//~ OBSERVES: 8 bool true
//~ OBSERVES: 9 i8 -1
//~ OBSERVES: 10 bool false
//~ OBSERVES: 11 u32 0
//~ OBSERVES: 12 bool true
//~ OBSERVES: 13 i64 -2
//~ OBSERVES: 14 bool true
//~ OBSERVES: 15 u128 0
//~ OBSERVES: 16 bool true
//~ OBSERVES: 17 u128 340282366920938463463374607431768211455
//~ OBSERVES: 18 bool false
//~ OBSERVES: 19 i128 -170141183460469231731687303715884105728
//~ OBSERVES: 20 bool true
//~ OBSERVES: 21 i128 170141183460469231731687303715884105727
//~ OBSERVES: 22 bool true

fn start(a0: u8, a1: u8, a2: u8, a3: i8, a4: i8, a5: i8, a6: i8, a7: u32, a8: u32, a9: i64, a10: u128, a11: u128, a12: u128, a13: i128, a14: i128, a15: i128, a16: i128) {
    mir! {
        let y_u8_bool: (u8, bool);
        let y_i8_bool: (i8, bool);
        let y_u32_bool: (u32, bool);
        let y_i64_bool: (i64, bool);
        let y_u128_bool: (u128, bool);
        let y_i128_bool: (i128, bool);
        let nothing: ();
        {
            Call(y_u8_bool = core::intrinsics::add_with_overflow(a0, a1), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8_bool.0), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_bool(2, y_u8_bool.1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(y_u8_bool = core::intrinsics::add_with_overflow(a0, a2), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(nothing = kvant::observe_u8(3, y_u8_bool.0), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_bool(4, y_u8_bool.1), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i8_bool = core::intrinsics::add_with_overflow(a3, a4), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i8(5, y_i8_bool.0), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(nothing = kvant::observe_bool(6, y_i8_bool.1), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(y_i8_bool = core::intrinsics::add_with_overflow(a5, a6), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(nothing = kvant::observe_i8(7, y_i8_bool.0), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_bool(8, y_i8_bool.1), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_i8_bool = core::intrinsics::add_with_overflow(a5, a3), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_i8(9, y_i8_bool.0), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(nothing = kvant::observe_bool(10, y_i8_bool.1), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(y_u32_bool = core::intrinsics::add_with_overflow(a7, a8), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(nothing = kvant::observe_u32(11, y_u32_bool.0), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_bool(12, y_u32_bool.1), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_i64_bool = core::intrinsics::add_with_overflow(a9, a9), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_i64(13, y_i64_bool.0), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(nothing = kvant::observe_bool(14, y_i64_bool.1), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(y_u128_bool = core::intrinsics::add_with_overflow(a10, a11), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(nothing = kvant::observe_u128(15, y_u128_bool.0), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_bool(16, y_u128_bool.1), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Call(y_u128_bool = core::intrinsics::add_with_overflow(a12, a11), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = {
            Call(nothing = kvant::observe_u128(17, y_u128_bool.0), ReturnTo(b26), UnwindUnreachable())
        }
        b26 = {
            Call(nothing = kvant::observe_bool(18, y_u128_bool.1), ReturnTo(b27), UnwindUnreachable())
        }
        b27 = {
            Call(y_i128_bool = core::intrinsics::add_with_overflow(a13, a14), ReturnTo(b28), UnwindUnreachable())
        }
        b28 = {
            Call(nothing = kvant::observe_i128(19, y_i128_bool.0), ReturnTo(b29), UnwindUnreachable())
        }
        b29 = {
            Call(nothing = kvant::observe_bool(20, y_i128_bool.1), ReturnTo(b30), UnwindUnreachable())
        }
        b30 = {
            Call(y_i128_bool = core::intrinsics::add_with_overflow(a15, a16), ReturnTo(b31), UnwindUnreachable())
        }
        b31 = {
            Call(nothing = kvant::observe_i128(21, y_i128_bool.0), ReturnTo(b32), UnwindUnreachable())
        }
        b32 = {
            Call(nothing = kvant::observe_bool(22, y_i128_bool.1), ReturnTo(b33), UnwindUnreachable())
        }
        b33 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(255_u8), kvant::hide(0_u8), kvant::hide(1_u8), kvant::hide(127_i8), kvant::hide(1_i8), kvant::hide(-128_i8), kvant::hide(-1_i8), kvant::hide(4294967295_u32), kvant::hide(1_u32), kvant::hide(9223372036854775807_i64), kvant::hide(340282366920938463463374607431768211455_u128), kvant::hide(1_u128), kvant::hide(340282366920938463463374607431768211454_u128), kvant::hide(170141183460469231731687303715884105727_i128), kvant::hide(1_i128), kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(-1_i128)))
}
