// `exact_div` divides where nothing is left over.
//~ FINE: inexact-division
//~ FINE: division-by-zero
//~ FINE: division-overflow
//~ OBSERVES: 1 u8 15
//~ OBSERVES: 2 i8 -64
//~ OBSERVES: 3 i8 42
//~ OBSERVES: 4 i8 -127
//~ OBSERVES: 5 i8 0
//~ OBSERVES: 6 u32 65535
//~ OBSERVES: 7 i64 4611686018427387904
//~ OBSERVES: 8 u128 18446744073709551615
//~ OBSERVES: 9 i128 -2
//~ OBSERVES: 10 i128 170141183460469231731687303715884105727

fn start(a0: u8, a1: u8, a2: i8, a3: i8, a4: i8, a5: i8, a6: i8, a7: i8, a8: i8, a9: i8, a10: u32, a11: u32, a12: i64, a13: i64, a14: u128, a15: u128, a16: i128, a17: i128, a18: i128, a19: i128) {
    mir! {
        let y_u8: u8;
        let y_i8: i8;
        let y_u32: u32;
        let y_i64: i64;
        let y_u128: u128;
        let y_i128: i128;
        let nothing: ();
        {
            Call(y_u8 = core::intrinsics::exact_div(a0, a1), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_i8 = core::intrinsics::exact_div(a2, a3), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_i8(2, y_i8), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_i8 = core::intrinsics::exact_div(a4, a5), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_i8(3, y_i8), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i8 = core::intrinsics::exact_div(a6, a7), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i8(4, y_i8), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_i8 = core::intrinsics::exact_div(a8, a9), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_i8(5, y_i8), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_u32 = core::intrinsics::exact_div(a10, a11), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_u32(6, y_u32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_i64 = core::intrinsics::exact_div(a12, a13), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_i64(7, y_i64), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_u128 = core::intrinsics::exact_div(a14, a15), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_u128(8, y_u128), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_i128 = core::intrinsics::exact_div(a16, a17), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_i128(9, y_i128), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_i128 = core::intrinsics::exact_div(a18, a19), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_i128(10, y_i128), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(255_u8), kvant::hide(17_u8), kvant::hide(-128_i8), kvant::hide(2_i8), kvant::hide(-126_i8), kvant::hide(-3_i8), kvant::hide(127_i8), kvant::hide(-1_i8), kvant::hide(0_i8), kvant::hide(-5_i8), kvant::hide(4294967295_u32), kvant::hide(65537_u32), kvant::hide(-9223372036854775808_i64), kvant::hide(-2_i64), kvant::hide(340282366920938463463374607431768211455_u128), kvant::hide(18446744073709551617_u128), kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(85070591730234615865843651857942052864_i128), kvant::hide(-170141183460469231731687303715884105727_i128), kvant::hide(-1_i128)))
}
