// `saturating_add` stops at the bound that it would pass.
//~ OBSERVES: 1 u8 255
//~ OBSERVES: 2 u8 255
//~ OBSERVES: 3 u8 255
//~ OBSERVES: 4 i8 127
//~ OBSERVES: 5 i8 127
//~ OBSERVES: 6 i8 -1
//~ OBSERVES: 7 u16 65535
//~ OBSERVES: 8 u16 65535
//~ OBSERVES: 9 u16 65535
//~ OBSERVES: 10 i32 2147483647
//~ OBSERVES: 11 i32 2147483647
//~ OBSERVES: 12 i32 -1
//~ OBSERVES: 13 u64 18446744073709551615
//~ OBSERVES: 14 u64 18446744073709551615
//~ OBSERVES: 15 u64 18446744073709551615
//~ OBSERVES: 16 i64 9223372036854775807
//~ OBSERVES: 17 i64 9223372036854775807
//~ OBSERVES: 18 i64 -1
//~ OBSERVES: 19 u128 340282366920938463463374607431768211455
//~ OBSERVES: 20 u128 340282366920938463463374607431768211455
//~ OBSERVES: 21 u128 340282366920938463463374607431768211455
//~ OBSERVES: 22 i128 170141183460469231731687303715884105727
//~ OBSERVES: 23 i128 170141183460469231731687303715884105727
//~ OBSERVES: 24 i128 -1
//~ OBSERVES: 25 i8 -128
//~ OBSERVES: 26 i8 0
//~ OBSERVES: 27 i128 -170141183460469231731687303715884105728
//~ OBSERVES: 28 i16 -32768

fn start(a0: u8, a1: u8, a2: u8, a3: u8, a4: i8, a5: i8, a6: i8, a7: i8, a8: u16, a9: u16, a10: u16, a11: u16, a12: i32, a13: i32, a14: i32, a15: i32, a16: u64, a17: u64, a18: u64, a19: u64, a20: i64, a21: i64, a22: i64, a23: i64, a24: u128, a25: u128, a26: u128, a27: u128, a28: i128, a29: i128, a30: i128, a31: i128, a32: i8, a33: i8, a34: i128, a35: i16) {
    mir! {
        let y_u8: u8;
        let y_i8: i8;
        let y_u16: u16;
        let y_i32: i32;
        let y_u64: u64;
        let y_i64: i64;
        let y_u128: u128;
        let y_i128: i128;
        let y_i16: i16;
        let nothing: ();
        {
            Call(y_u8 = core::intrinsics::saturating_add(a0, a1), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_u8 = core::intrinsics::saturating_add(a2, a1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_u8(2, y_u8), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_u8 = core::intrinsics::saturating_add(a3, a0), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_u8(3, y_u8), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i8 = core::intrinsics::saturating_add(a4, a5), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i8(4, y_i8), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_i8 = core::intrinsics::saturating_add(a6, a5), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_i8(5, y_i8), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_i8 = core::intrinsics::saturating_add(a7, a4), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_i8(6, y_i8), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u16 = core::intrinsics::saturating_add(a8, a9), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u16(7, y_u16), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_u16 = core::intrinsics::saturating_add(a10, a9), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_u16(8, y_u16), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_u16 = core::intrinsics::saturating_add(a11, a8), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_u16(9, y_u16), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_i32 = core::intrinsics::saturating_add(a12, a13), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_i32(10, y_i32), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_i32 = core::intrinsics::saturating_add(a14, a13), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_i32(11, y_i32), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(y_i32 = core::intrinsics::saturating_add(a15, a12), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_i32(12, y_i32), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Call(y_u64 = core::intrinsics::saturating_add(a16, a17), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = {
            Call(nothing = kvant::observe_u64(13, y_u64), ReturnTo(b26), UnwindUnreachable())
        }
        b26 = {
            Call(y_u64 = core::intrinsics::saturating_add(a18, a17), ReturnTo(b27), UnwindUnreachable())
        }
        b27 = {
            Call(nothing = kvant::observe_u64(14, y_u64), ReturnTo(b28), UnwindUnreachable())
        }
        b28 = {
            Call(y_u64 = core::intrinsics::saturating_add(a19, a16), ReturnTo(b29), UnwindUnreachable())
        }
        b29 = {
            Call(nothing = kvant::observe_u64(15, y_u64), ReturnTo(b30), UnwindUnreachable())
        }
        b30 = {
            Call(y_i64 = core::intrinsics::saturating_add(a20, a21), ReturnTo(b31), UnwindUnreachable())
        }
        b31 = {
            Call(nothing = kvant::observe_i64(16, y_i64), ReturnTo(b32), UnwindUnreachable())
        }
        b32 = {
            Call(y_i64 = core::intrinsics::saturating_add(a22, a21), ReturnTo(b33), UnwindUnreachable())
        }
        b33 = {
            Call(nothing = kvant::observe_i64(17, y_i64), ReturnTo(b34), UnwindUnreachable())
        }
        b34 = {
            Call(y_i64 = core::intrinsics::saturating_add(a23, a20), ReturnTo(b35), UnwindUnreachable())
        }
        b35 = {
            Call(nothing = kvant::observe_i64(18, y_i64), ReturnTo(b36), UnwindUnreachable())
        }
        b36 = {
            Call(y_u128 = core::intrinsics::saturating_add(a24, a25), ReturnTo(b37), UnwindUnreachable())
        }
        b37 = {
            Call(nothing = kvant::observe_u128(19, y_u128), ReturnTo(b38), UnwindUnreachable())
        }
        b38 = {
            Call(y_u128 = core::intrinsics::saturating_add(a26, a25), ReturnTo(b39), UnwindUnreachable())
        }
        b39 = {
            Call(nothing = kvant::observe_u128(20, y_u128), ReturnTo(b40), UnwindUnreachable())
        }
        b40 = {
            Call(y_u128 = core::intrinsics::saturating_add(a27, a24), ReturnTo(b41), UnwindUnreachable())
        }
        b41 = {
            Call(nothing = kvant::observe_u128(21, y_u128), ReturnTo(b42), UnwindUnreachable())
        }
        b42 = {
            Call(y_i128 = core::intrinsics::saturating_add(a28, a29), ReturnTo(b43), UnwindUnreachable())
        }
        b43 = {
            Call(nothing = kvant::observe_i128(22, y_i128), ReturnTo(b44), UnwindUnreachable())
        }
        b44 = {
            Call(y_i128 = core::intrinsics::saturating_add(a30, a29), ReturnTo(b45), UnwindUnreachable())
        }
        b45 = {
            Call(nothing = kvant::observe_i128(23, y_i128), ReturnTo(b46), UnwindUnreachable())
        }
        b46 = {
            Call(y_i128 = core::intrinsics::saturating_add(a31, a28), ReturnTo(b47), UnwindUnreachable())
        }
        b47 = {
            Call(nothing = kvant::observe_i128(24, y_i128), ReturnTo(b48), UnwindUnreachable())
        }
        b48 = {
            Call(y_i8 = core::intrinsics::saturating_add(a32, a32), ReturnTo(b49), UnwindUnreachable())
        }
        b49 = {
            Call(nothing = kvant::observe_i8(25, y_i8), ReturnTo(b50), UnwindUnreachable())
        }
        b50 = {
            Call(y_i8 = core::intrinsics::saturating_add(a32, a33), ReturnTo(b51), UnwindUnreachable())
        }
        b51 = {
            Call(nothing = kvant::observe_i8(26, y_i8), ReturnTo(b52), UnwindUnreachable())
        }
        b52 = {
            Call(y_i128 = core::intrinsics::saturating_add(a31, a34), ReturnTo(b53), UnwindUnreachable())
        }
        b53 = {
            Call(nothing = kvant::observe_i128(27, y_i128), ReturnTo(b54), UnwindUnreachable())
        }
        b54 = {
            Call(y_i16 = core::intrinsics::saturating_add(a35, a35), ReturnTo(b55), UnwindUnreachable())
        }
        b55 = {
            Call(nothing = kvant::observe_i16(28, y_i16), ReturnTo(b56), UnwindUnreachable())
        }
        b56 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(255_u8), kvant::hide(1_u8), kvant::hide(254_u8), kvant::hide(0_u8), kvant::hide(127_i8), kvant::hide(1_i8), kvant::hide(126_i8), kvant::hide(-128_i8), kvant::hide(65535_u16), kvant::hide(1_u16), kvant::hide(65534_u16), kvant::hide(0_u16), kvant::hide(2147483647_i32), kvant::hide(1_i32), kvant::hide(2147483646_i32), kvant::hide(-2147483648_i32), kvant::hide(18446744073709551615_u64), kvant::hide(1_u64), kvant::hide(18446744073709551614_u64), kvant::hide(0_u64), kvant::hide(9223372036854775807_i64), kvant::hide(1_i64), kvant::hide(9223372036854775806_i64), kvant::hide(-9223372036854775808_i64), kvant::hide(340282366920938463463374607431768211455_u128), kvant::hide(1_u128), kvant::hide(340282366920938463463374607431768211454_u128), kvant::hide(0_u128), kvant::hide(170141183460469231731687303715884105727_i128), kvant::hide(1_i128), kvant::hide(170141183460469231731687303715884105726_i128), kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(-100_i8), kvant::hide(100_i8), kvant::hide(-1_i128), kvant::hide(-32768_i16)))
}
