// `unchecked_mul` may reach the bounds of its type.
//~ FINE: unchecked-overflow
//~ OBSERVES: 1 u8 255
//~ OBSERVES: 2 i8 -128
//~ OBSERVES: 3 i8 -128
//~ OBSERVES: 4 i8 -127
//~ OBSERVES: 5 u16 65535
//~ OBSERVES: 6 i32 -2147483648
//~ OBSERVES: 7 u64 18446744073709551615
//~ OBSERVES: 8 i64 -9223372036854775808
//~ OBSERVES: 9 u128 340282366920938463463374607431768211455
//~ OBSERVES: 10 i128 -170141183460469231731687303715884105728

fn start(a0: u8, a1: u8, a2: i8, a3: i8, a4: i8, a5: i8, a6: i8, a7: i8, a8: u16, a9: u16, a10: i32, a11: i32, a12: u64, a13: u64, a14: i64, a15: i64, a16: u128, a17: u128, a18: i128, a19: i128) {
    mir! {
        let y_u8: u8;
        let y_i8: i8;
        let y_u16: u16;
        let y_i32: i32;
        let y_u64: u64;
        let y_i64: i64;
        let y_u128: u128;
        let y_i128: i128;
        let nothing: ();
        {
            Call(y_u8 = core::intrinsics::unchecked_mul(a0, a1), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_i8 = core::intrinsics::unchecked_mul(a2, a3), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_i8(2, y_i8), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_i8 = core::intrinsics::unchecked_mul(a4, a5), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_i8(3, y_i8), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i8 = core::intrinsics::unchecked_mul(a6, a7), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i8(4, y_i8), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_u16 = core::intrinsics::unchecked_mul(a8, a9), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_u16(5, y_u16), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_i32 = core::intrinsics::unchecked_mul(a10, a11), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_i32(6, y_i32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u64 = core::intrinsics::unchecked_mul(a12, a13), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u64(7, y_u64), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_i64 = core::intrinsics::unchecked_mul(a14, a15), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_i64(8, y_i64), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_u128 = core::intrinsics::unchecked_mul(a16, a17), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_u128(9, y_u128), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_i128 = core::intrinsics::unchecked_mul(a18, a19), ReturnTo(b19), UnwindUnreachable())
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
    kvant::run(|| start(kvant::hide(15_u8), kvant::hide(17_u8), kvant::hide(-64_i8), kvant::hide(2_i8), kvant::hide(-128_i8), kvant::hide(1_i8), kvant::hide(127_i8), kvant::hide(-1_i8), kvant::hide(255_u16), kvant::hide(257_u16), kvant::hide(-2147483648_i32), kvant::hide(1_i32), kvant::hide(4294967295_u64), kvant::hide(4294967297_u64), kvant::hide(-4611686018427387904_i64), kvant::hide(2_i64), kvant::hide(18446744073709551615_u128), kvant::hide(18446744073709551617_u128), kvant::hide(-85070591730234615865843651857942052864_i128), kvant::hide(2_i128)))
}
