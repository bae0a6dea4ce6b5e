// `unchecked_sub` may reach the bounds of its type.
//~ FINE: unchecked-overflow
//~ OBSERVES: 1 u8 0
//~ OBSERVES: 2 i8 -128
//~ OBSERVES: 3 i8 127
//~ OBSERVES: 4 i8 127
//~ OBSERVES: 5 u16 0
//~ OBSERVES: 6 i32 -2147483648
//~ OBSERVES: 7 u64 0
//~ OBSERVES: 8 u128 0
//~ OBSERVES: 9 i128 170141183460469231731687303715884105727
//~ OBSERVES: 10 i128 170141183460469231731687303715884105727

fn start(a0: u8, a1: i8, a2: i8, a3: i8, a4: i8, a5: i8, a6: u16, a7: i32, a8: i32, a9: u64, a10: u128, a11: i128, a12: i128, a13: i128) {
    mir! {
        let y_u8: u8;
        let y_i8: i8;
        let y_u16: u16;
        let y_i32: i32;
        let y_u64: u64;
        let y_u128: u128;
        let y_i128: i128;
        let nothing: ();
        {
            Call(y_u8 = core::intrinsics::unchecked_sub(a0, a0), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_i8 = core::intrinsics::unchecked_sub(a1, a2), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_i8(2, y_i8), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_i8 = core::intrinsics::unchecked_sub(a3, a4), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_i8(3, y_i8), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i8 = core::intrinsics::unchecked_sub(a4, a5), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i8(4, y_i8), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_u16 = core::intrinsics::unchecked_sub(a6, a6), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_u16(5, y_u16), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_i32 = core::intrinsics::unchecked_sub(a7, a8), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_i32(6, y_i32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u64 = core::intrinsics::unchecked_sub(a9, a9), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u64(7, y_u64), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_u128 = core::intrinsics::unchecked_sub(a10, a10), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_u128(8, y_u128), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_i128 = core::intrinsics::unchecked_sub(a11, a12), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_i128(9, y_i128), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_i128 = core::intrinsics::unchecked_sub(a12, a13), ReturnTo(b19), UnwindUnreachable())
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
    kvant::run(|| start(kvant::hide(1_u8), kvant::hide(-127_i8), kvant::hide(1_i8), kvant::hide(126_i8), kvant::hide(-1_i8), kvant::hide(-128_i8), kvant::hide(65535_u16), kvant::hide(-2147483643_i32), kvant::hide(5_i32), kvant::hide(18446744073709551615_u64), kvant::hide(340282366920938463463374607431768211455_u128), kvant::hide(170141183460469231731687303715884105726_i128), kvant::hide(-1_i128), kvant::hide(-170141183460469231731687303715884105728_i128)))
}
