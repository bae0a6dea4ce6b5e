// `cttz_nonzero` is `cttz` for everything but 0.
//~ FINE: zero-has-no-bit
//~ OBSERVES: 1 u32 0
//~ OBSERVES: 2 u32 7
//~ OBSERVES: 3 u32 0
//~ OBSERVES: 4 u32 15
//~ OBSERVES: 5 u32 1
//~ OBSERVES: 6 u32 0
//~ OBSERVES: 7 u32 63
//~ OBSERVES: 8 u32 0
//~ OBSERVES: 9 u32 64
//~ OBSERVES: 10 u32 127
//~ OBSERVES: 11 u32 3

fn start(a0: u8, a1: u8, a2: i8, a3: i16, a4: u32, a5: u64, a6: i64, a7: u128, a8: u128, a9: u128, a10: i128) {
    mir! {
        let y_u32: u32;
        let nothing: ();
        {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a0), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, y_u32), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_u32(2, y_u32), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a2), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_u32(3, y_u32), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a3), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_u32(4, y_u32), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a4), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_u32(5, y_u32), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a5), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_u32(6, y_u32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a6), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u32(7, y_u32), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a7), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_u32(8, y_u32), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a8), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_u32(9, y_u32), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a9), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_u32(10, y_u32), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_u32 = core::intrinsics::cttz_nonzero(a10), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_u32(11, y_u32), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8), kvant::hide(128_u8), kvant::hide(-1_i8), kvant::hide(-32768_i16), kvant::hide(6_u32), kvant::hide(1_u64), kvant::hide(-9223372036854775808_i64), kvant::hide(1_u128), kvant::hide(18446744073709551616_u128), kvant::hide(170141183460469231731687303715884105728_u128), kvant::hide(-8_i128)))
}
