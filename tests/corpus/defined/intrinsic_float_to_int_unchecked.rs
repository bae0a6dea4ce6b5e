// `float_to_int_unchecked` goes towards zero as long as the integer has a value for that.
//~ FINE: float-does-not-fit
//~ OBSERVES: 1 u8 0
//~ OBSERVES: 2 u8 255
//~ OBSERVES: 3 i8 -128
//~ OBSERVES: 4 i8 127
//~ OBSERVES: 5 u128 0
//~ OBSERVES: 6 u128 340282346638528859811704183484516925440
//~ OBSERVES: 7 i32 -2147483648
//~ OBSERVES: 8 i32 2147483520
//~ OBSERVES: 9 i32 2147483647
//~ OBSERVES: 10 i32 -2147483648
//~ OBSERVES: 11 u32 4294967295
//~ OBSERVES: 12 u64 18446744073709549568
//~ OBSERVES: 13 i64 -9223372036854775808
//~ OBSERVES: 14 i128 170141183460469212842221372237303250944
//~ OBSERVES: 15 i128 -170141183460469231731687303715884105728
//~ OBSERVES: 16 usize 0
//~ OBSERVES: 17 u16 65535

fn start(a0: f32, a1: f32, a2: f32, a3: f32, a4: f32, a5: f32, a6: f32, a7: f32, a8: f64, a9: f64, a10: f64, a11: f64, a12: f64, a13: f64, a14: f64, a15: f64, a16: f64) {
    mir! {
        let y_u8: u8;
        let y_i8: i8;
        let y_u128: u128;
        let y_i32: i32;
        let y_u32: u32;
        let y_u64: u64;
        let y_i64: i64;
        let y_i128: i128;
        let y_usize: usize;
        let y_u16: u16;
        let nothing: ();
        {
            Call(y_u8 = core::intrinsics::float_to_int_unchecked(a0), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_u8 = core::intrinsics::float_to_int_unchecked(a1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_u8(2, y_u8), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_i8 = core::intrinsics::float_to_int_unchecked(a2), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_i8(3, y_i8), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i8 = core::intrinsics::float_to_int_unchecked(a3), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i8(4, y_i8), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_u128 = core::intrinsics::float_to_int_unchecked(a4), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_u128(5, y_u128), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_u128 = core::intrinsics::float_to_int_unchecked(a5), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_u128(6, y_u128), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_i32 = core::intrinsics::float_to_int_unchecked(a6), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_i32(7, y_i32), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_i32 = core::intrinsics::float_to_int_unchecked(a7), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_i32(8, y_i32), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_i32 = core::intrinsics::float_to_int_unchecked(a8), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_i32(9, y_i32), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_i32 = core::intrinsics::float_to_int_unchecked(a9), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_i32(10, y_i32), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_u32 = core::intrinsics::float_to_int_unchecked(a10), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_u32(11, y_u32), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(y_u64 = core::intrinsics::float_to_int_unchecked(a11), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_u64(12, y_u64), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Call(y_i64 = core::intrinsics::float_to_int_unchecked(a12), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = {
            Call(nothing = kvant::observe_i64(13, y_i64), ReturnTo(b26), UnwindUnreachable())
        }
        b26 = {
            Call(y_i128 = core::intrinsics::float_to_int_unchecked(a13), ReturnTo(b27), UnwindUnreachable())
        }
        b27 = {
            Call(nothing = kvant::observe_i128(14, y_i128), ReturnTo(b28), UnwindUnreachable())
        }
        b28 = {
            Call(y_i128 = core::intrinsics::float_to_int_unchecked(a14), ReturnTo(b29), UnwindUnreachable())
        }
        b29 = {
            Call(nothing = kvant::observe_i128(15, y_i128), ReturnTo(b30), UnwindUnreachable())
        }
        b30 = {
            Call(y_usize = core::intrinsics::float_to_int_unchecked(a15), ReturnTo(b31), UnwindUnreachable())
        }
        b31 = {
            Call(nothing = kvant::observe_usize(16, y_usize), ReturnTo(b32), UnwindUnreachable())
        }
        b32 = {
            Call(y_u16 = core::intrinsics::float_to_int_unchecked(a16), ReturnTo(b33), UnwindUnreachable())
        }
        b33 = {
            Call(nothing = kvant::observe_u16(17, y_u16), ReturnTo(b34), UnwindUnreachable())
        }
        b34 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-0.8999999761581421_f32), kvant::hide(255.89999389648438_f32), kvant::hide(-128.89999389648438_f32), kvant::hide(127.9000015258789_f32), kvant::hide(-0.0_f32), kvant::hide(3.4028234663852886e38_f32), kvant::hide(-2147483648.0_f32), kvant::hide(2147483520.0_f32), kvant::hide(2147483647.9_f64), kvant::hide(-2147483648.9_f64), kvant::hide(4294967295.9_f64), kvant::hide(1.844674407370955e19_f64), kvant::hide(-9.223372036854776e18_f64), kvant::hide(1.7014118346046921e38_f64), kvant::hide(-1.7014118346046923e38_f64), kvant::hide(-0.9999999999999999_f64), kvant::hide(65535.99999999999_f64)))
}
