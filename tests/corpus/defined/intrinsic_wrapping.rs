// `wrapping_add`, `wrapping_sub` and `wrapping_mul` wrap around the bounds of every type.
//~ FINE: unchecked-overflow
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 i8 -127
//~ OBSERVES: 3 u16 1
//~ OBSERVES: 4 i32 -2147483647
//~ OBSERVES: 5 u64 1
//~ OBSERVES: 6 i128 -170141183460469231731687303715884105727
//~ OBSERVES: 7 u128 1
//~ OBSERVES: 8 u8 254
//~ OBSERVES: 9 i16 32766
//~ OBSERVES: 10 u32 4294967294
//~ OBSERVES: 11 i64 9223372036854775806
//~ OBSERVES: 12 u128 340282366920938463463374607431768211454
//~ OBSERVES: 13 i128 170141183460469231731687303715884105726
//~ OBSERVES: 14 u8 3
//~ OBSERVES: 15 i8 3
//~ OBSERVES: 16 i16 3
//~ OBSERVES: 17 u32 3
//~ OBSERVES: 18 i64 3
//~ OBSERVES: 19 u128 3
//~ OBSERVES: 20 i128 3
//~ OBSERVES: 21 i8 -128

fn start(a0: u8, a1: u8, a2: i8, a3: i8, a4: u16, a5: u16, a6: i32, a7: i32, a8: u64, a9: u64, a10: i128, a11: i128, a12: u128, a13: u128, a14: u8, a15: i16, a16: i16, a17: u32, a18: u32, a19: i64, a20: i64, a21: u128, a22: i128, a23: u8, a24: i8, a25: i16, a26: i16, a27: u32, a28: u32, a29: i64, a30: i64, a31: u128, a32: i128, a33: i8, a34: i8) {
    mir! {
        let y_u8: u8;
        let y_i8: i8;
        let y_u16: u16;
        let y_i32: i32;
        let y_u64: u64;
        let y_i128: i128;
        let y_u128: u128;
        let y_i16: i16;
        let y_u32: u32;
        let y_i64: i64;
        let nothing: ();
        {
            Call(y_u8 = core::intrinsics::wrapping_add(a0, a1), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_i8 = core::intrinsics::wrapping_add(a2, a3), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_i8(2, y_i8), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_u16 = core::intrinsics::wrapping_add(a4, a5), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_u16(3, y_u16), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i32 = core::intrinsics::wrapping_add(a6, a7), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i32(4, y_i32), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_u64 = core::intrinsics::wrapping_add(a8, a9), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_u64(5, y_u64), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_i128 = core::intrinsics::wrapping_add(a10, a11), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_i128(6, y_i128), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u128 = core::intrinsics::wrapping_add(a12, a13), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u128(7, y_u128), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_u8 = core::intrinsics::wrapping_sub(a14, a1), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_u8(8, y_u8), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_i16 = core::intrinsics::wrapping_sub(a15, a16), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_i16(9, y_i16), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_u32 = core::intrinsics::wrapping_sub(a17, a18), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_u32(10, y_u32), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_i64 = core::intrinsics::wrapping_sub(a19, a20), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_i64(11, y_i64), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(y_u128 = core::intrinsics::wrapping_sub(a21, a13), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_u128(12, y_u128), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Call(y_i128 = core::intrinsics::wrapping_sub(a22, a11), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = {
            Call(nothing = kvant::observe_i128(13, y_i128), ReturnTo(b26), UnwindUnreachable())
        }
        b26 = {
            Call(y_u8 = core::intrinsics::wrapping_mul(a0, a23), ReturnTo(b27), UnwindUnreachable())
        }
        b27 = {
            Call(nothing = kvant::observe_u8(14, y_u8), ReturnTo(b28), UnwindUnreachable())
        }
        b28 = {
            Call(y_i8 = core::intrinsics::wrapping_mul(a2, a24), ReturnTo(b29), UnwindUnreachable())
        }
        b29 = {
            Call(nothing = kvant::observe_i8(15, y_i8), ReturnTo(b30), UnwindUnreachable())
        }
        b30 = {
            Call(y_i16 = core::intrinsics::wrapping_mul(a25, a26), ReturnTo(b31), UnwindUnreachable())
        }
        b31 = {
            Call(nothing = kvant::observe_i16(16, y_i16), ReturnTo(b32), UnwindUnreachable())
        }
        b32 = {
            Call(y_u32 = core::intrinsics::wrapping_mul(a27, a28), ReturnTo(b33), UnwindUnreachable())
        }
        b33 = {
            Call(nothing = kvant::observe_u32(17, y_u32), ReturnTo(b34), UnwindUnreachable())
        }
        b34 = {
            Call(y_i64 = core::intrinsics::wrapping_mul(a29, a30), ReturnTo(b35), UnwindUnreachable())
        }
        b35 = {
            Call(nothing = kvant::observe_i64(18, y_i64), ReturnTo(b36), UnwindUnreachable())
        }
        b36 = {
            Call(y_u128 = core::intrinsics::wrapping_mul(a12, a31), ReturnTo(b37), UnwindUnreachable())
        }
        b37 = {
            Call(nothing = kvant::observe_u128(19, y_u128), ReturnTo(b38), UnwindUnreachable())
        }
        b38 = {
            Call(y_i128 = core::intrinsics::wrapping_mul(a10, a32), ReturnTo(b39), UnwindUnreachable())
        }
        b39 = {
            Call(nothing = kvant::observe_i128(20, y_i128), ReturnTo(b40), UnwindUnreachable())
        }
        b40 = {
            Call(y_i8 = core::intrinsics::wrapping_mul(a33, a34), ReturnTo(b41), UnwindUnreachable())
        }
        b41 = {
            Call(nothing = kvant::observe_i8(21, y_i8), ReturnTo(b42), UnwindUnreachable())
        }
        b42 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(255_u8), kvant::hide(2_u8), kvant::hide(127_i8), kvant::hide(2_i8), kvant::hide(65535_u16), kvant::hide(2_u16), kvant::hide(2147483647_i32), kvant::hide(2_i32), kvant::hide(18446744073709551615_u64), kvant::hide(2_u64), kvant::hide(170141183460469231731687303715884105727_i128), kvant::hide(2_i128), kvant::hide(340282366920938463463374607431768211455_u128), kvant::hide(2_u128), kvant::hide(0_u8), kvant::hide(-32768_i16), kvant::hide(2_i16), kvant::hide(0_u32), kvant::hide(2_u32), kvant::hide(-9223372036854775808_i64), kvant::hide(2_i64), kvant::hide(0_u128), kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(253_u8), kvant::hide(125_i8), kvant::hide(32767_i16), kvant::hide(32765_i16), kvant::hide(4294967295_u32), kvant::hide(4294967293_u32), kvant::hide(9223372036854775807_i64), kvant::hide(9223372036854775805_i64), kvant::hide(340282366920938463463374607431768211453_u128), kvant::hide(170141183460469231731687303715884105725_i128), kvant::hide(-128_i8), kvant::hide(-1_i8)))
}
