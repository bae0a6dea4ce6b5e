// `unchecked_shr` shifts the sign in if there is one.
//~ FINE: shift-too-far
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u8 197
//~ OBSERVES: 3 i8 -1
//~ OBSERVES: 4 i8 -2
//~ OBSERVES: 5 u16 0
//~ OBSERVES: 6 i32 -1
//~ OBSERVES: 7 u32 0
//~ OBSERVES: 8 u64 1
//~ OBSERVES: 9 i64 -1
//~ OBSERVES: 10 u128 0
//~ OBSERVES: 11 i128 -1
//~ OBSERVES: 12 i128 -1

fn start(a0: u8, a1: u32, a2: u8, a3: i8, a4: i8, a5: i128, a6: u16, a7: u64, a8: i32, a9: usize, a10: u32, a11: i16, a12: u64, a13: u128, a14: i64, a15: isize, a16: u128, a17: u8, a18: i128, a19: i32, a20: i128, a21: u16) {
    mir! {
        let y_u8: u8;
        let y_i8: i8;
        let y_u16: u16;
        let y_i32: i32;
        let y_u32: u32;
        let y_u64: u64;
        let y_i64: i64;
        let y_u128: u128;
        let y_i128: i128;
        let nothing: ();
        {
            Call(y_u8 = core::intrinsics::unchecked_shr(a0, a1), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_u8 = core::intrinsics::unchecked_shr(a0, a2), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_u8(2, y_u8), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_i8 = core::intrinsics::unchecked_shr(a3, a4), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_i8(3, y_i8), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i8 = core::intrinsics::unchecked_shr(a3, a5), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i8(4, y_i8), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_u16 = core::intrinsics::unchecked_shr(a6, a7), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_u16(5, y_u16), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_i32 = core::intrinsics::unchecked_shr(a8, a9), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_i32(6, y_i32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u32 = core::intrinsics::unchecked_shr(a10, a11), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u32(7, y_u32), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_u64 = core::intrinsics::unchecked_shr(a12, a13), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_u64(8, y_u64), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_i64 = core::intrinsics::unchecked_shr(a14, a15), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_i64(9, y_i64), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_u128 = core::intrinsics::unchecked_shr(a16, a17), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_u128(10, y_u128), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_i128 = core::intrinsics::unchecked_shr(a18, a19), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_i128(11, y_i128), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(y_i128 = core::intrinsics::unchecked_shr(a20, a21), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_i128(12, y_i128), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(197_u8), kvant::hide(7_u32), kvant::hide(0_u8), kvant::hide(-3_i8), kvant::hide(7_i8), kvant::hide(1_i128), kvant::hide(4660_u16), kvant::hide(15_u64), kvant::hide(-7_i32), kvant::hide(31_usize), kvant::hide(5_u32), kvant::hide(31_i16), kvant::hide(18446744073709551615_u64), kvant::hide(63_u128), kvant::hide(-9223372036854775808_i64), kvant::hide(63_isize), kvant::hide(1512366075204170947332355369683137040_u128), kvant::hide(127_u8), kvant::hide(-170141183460469231731687303715884105719_i128), kvant::hide(127_i32), kvant::hide(-5_i128), kvant::hide(64_u16)))
}
