// `fma` multiplies and adds with a single rounding at the end.
//~ OBSERVES: 1 f32 0x41200000
//~ OBSERVES: 2 f32 0x3a000400
//~ OBSERVES: 3 f32 0x7f7fc99e
//~ OBSERVES: 4 f32 0x2
//~ OBSERVES: 5 f32 0x80000000
//~ OBSERVES: 6 f32 0x0
//~ OBSERVES: 7 f32 0x7f800000
//~ OBSERVES: 8 f64 0x3e20000000200000
//~ OBSERVES: 9 f64 0x3c90000000000000
//~ OBSERVES: 10 f64 0xfff0000000000000
//~ OBSERVES: 11 f64 0x7ff0000000000000
//~ OBSERVES: 12 f64 0x1
//~ OBSERVES: 13 f64 0x0

fn start(a0: f32, a1: f32, a2: f32, a3: f32, a4: f32, a5: f32, a6: f32, a7: f32, a8: f32, a9: f32, a10: f32, a11: f32, a12: f32, a13: f32, a14: f64, a15: f64, a16: f64, a17: f64, a18: f64, a19: f64, a20: f64, a21: f64, a22: f64, a23: f64, a24: f64, a25: f64, a26: f64) {
    mir! {
        let y_f32: f32;
        let y_f64: f64;
        let nothing: ();
        {
            Call(y_f32 = core::intrinsics::fmaf32(a0, a1, a2), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_f32(1, y_f32), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_f32 = core::intrinsics::fmaf32(a3, a3, a4), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_f32(2, y_f32), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_f32 = core::intrinsics::fmaf32(a5, a0, a6), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_f32(3, y_f32), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_f32 = core::intrinsics::fmaf32(a7, a8, a7), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_f32(4, y_f32), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_f32 = core::intrinsics::fmaf32(a9, a4, a10), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_f32(5, y_f32), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_f32 = core::intrinsics::fmaf32(a11, a11, a4), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_f32(6, y_f32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_f32 = core::intrinsics::fmaf32(a12, a11, a13), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_f32(7, y_f32), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_f64 = core::intrinsics::fmaf64(a14, a14, a15), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_f64(8, y_f64), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_f64 = core::intrinsics::fmaf64(a16, a17, a15), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_f64(9, y_f64), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_f64 = core::intrinsics::fmaf64(a18, a17, a19), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_f64(10, y_f64), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_f64 = core::intrinsics::fmaf64(a20, a20, a21), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_f64(11, y_f64), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(y_f64 = core::intrinsics::fmaf64(a22, a23, a24), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_f64(12, y_f64), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Call(y_f64 = core::intrinsics::fmaf64(a25, a21, a26), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = {
            Call(nothing = kvant::observe_f64(13, y_f64), ReturnTo(b26), UnwindUnreachable())
        }
        b26 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2.0_f32), kvant::hide(3.0_f32), kvant::hide(4.0_f32), kvant::hide(1.000244140625_f32), kvant::hide(-1.0_f32), kvant::hide(3.3999999521443642e38_f32), kvant::hide(-3.3999999521443642e38_f32), kvant::hide(1.401298464324817e-45_f32), kvant::hide(0.5_f32), kvant::hide(0.0_f32), kvant::hide(-0.0_f32), kvant::hide(1.0_f32), kvant::hide(f32::INFINITY), kvant::hide(5.0_f32), kvant::hide(1.0000000009313226_f64), kvant::hide(-1.0_f64), kvant::hide(0.1_f64), kvant::hide(10.0_f64), kvant::hide(1.0e308_f64), kvant::hide(f64::NEG_INFINITY), kvant::hide(1.0e300_f64), kvant::hide(1.0_f64), kvant::hide(2.409919865102884e-181_f64), kvant::hide(3.054936363499605e-151_f64), kvant::hide(5.0e-324_f64), kvant::hide(-0.0_f64), kvant::hide(0.0_f64)))
}
