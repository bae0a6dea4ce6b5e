// `ctlz` counts the zeros above the highest bit, and gives the width for 0.
//~ OBSERVES: 1 u32 8
//~ OBSERVES: 2 u32 7
//~ OBSERVES: 3 u32 0
//~ OBSERVES: 4 u32 5
//~ OBSERVES: 5 u32 7
//~ OBSERVES: 6 u32 16
//~ OBSERVES: 7 u32 8
//~ OBSERVES: 8 u32 63
//~ OBSERVES: 9 u32 64
//~ OBSERVES: 10 u32 63
//~ OBSERVES: 11 u32 64
//~ OBSERVES: 12 u32 128
//~ OBSERVES: 13 u32 0
//~ OBSERVES: 14 u32 127

fn start(a0: u8, a1: u8, a2: i8, a3: i8, a4: u16, a5: i16, a6: u32, a7: u64, a8: u64, a9: u128, a10: u128, a11: u128, a12: i128, a13: i128) {
    mir! {
        let y_u32: u32;
        let nothing: ();
        {
            Call(y_u32 = core::intrinsics::ctlz(a0), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, y_u32), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_u32 = core::intrinsics::ctlz(a1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_u32(2, y_u32), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_u32 = core::intrinsics::ctlz(a2), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_u32(3, y_u32), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_u32 = core::intrinsics::ctlz(a3), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_u32(4, y_u32), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_u32 = core::intrinsics::ctlz(a4), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_u32(5, y_u32), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_u32 = core::intrinsics::ctlz(a5), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_u32(6, y_u32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u32 = core::intrinsics::ctlz(a6), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u32(7, y_u32), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_u32 = core::intrinsics::ctlz(a7), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_u32(8, y_u32), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_u32 = core::intrinsics::ctlz(a8), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_u32(9, y_u32), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_u32 = core::intrinsics::ctlz(a9), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_u32(10, y_u32), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_u32 = core::intrinsics::ctlz(a10), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_u32(11, y_u32), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(y_u32 = core::intrinsics::ctlz(a11), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_u32(12, y_u32), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Call(y_u32 = core::intrinsics::ctlz(a12), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = {
            Call(nothing = kvant::observe_u32(13, y_u32), ReturnTo(b26), UnwindUnreachable())
        }
        b26 = {
            Call(y_u32 = core::intrinsics::ctlz(a13), ReturnTo(b27), UnwindUnreachable())
        }
        b27 = {
            Call(nothing = kvant::observe_u32(14, y_u32), ReturnTo(b28), UnwindUnreachable())
        }
        b28 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u8), kvant::hide(1_u8), kvant::hide(-1_i8), kvant::hide(5_i8), kvant::hide(256_u16), kvant::hide(0_i16), kvant::hide(16711680_u32), kvant::hide(1_u64), kvant::hide(0_u64), kvant::hide(18446744073709551616_u128), kvant::hide(9223372036854775808_u128), kvant::hide(0_u128), kvant::hide(-1_i128), kvant::hide(1_i128)))
}
