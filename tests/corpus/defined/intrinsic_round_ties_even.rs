// `round_ties_even` is the nearest integer, and the even one if there are two.
//~ OBSERVES: 1 f32 0x40000000
//~ OBSERVES: 2 f32 0xc0000000
//~ OBSERVES: 3 f32 0x40000000
//~ OBSERVES: 4 f32 0xc0000000
//~ OBSERVES: 5 f32 0x0
//~ OBSERVES: 6 f32 0x80000000
//~ OBSERVES: 7 f32 0x80000000
//~ OBSERVES: 8 f32 0x0
//~ OBSERVES: 9 f32 0x4b000000
//~ OBSERVES: 10 f32 0x4b800000
//~ OBSERVES: 11 f32 0xff800000
//~ OBSERVES: 12 f32 0x80000000
//~ OBSERVES: 13 f64 0x0
//~ OBSERVES: 14 f64 0xbff0000000000000
//~ OBSERVES: 15 f64 0x4330000000000000
//~ OBSERVES: 16 f64 0x4340000000000000
//~ OBSERVES: 17 f64 0x4000000000000000
//~ OBSERVES: 18 f64 0x7e37e43c8800759c
//~ OBSERVES: 19 f64 0x7ff0000000000000
//~ OBSERVES: 20 f64 0x8000000000000000

fn start(a0: f32, a1: f32, a2: f32, a3: f32, a4: f32, a5: f32, a6: f32, a7: f32, a8: f32, a9: f32, a10: f32, a11: f32, a12: f64, a13: f64, a14: f64, a15: f64, a16: f64, a17: f64, a18: f64, a19: f64) {
    mir! {
        let y_f32: f32;
        let y_f64: f64;
        let nothing: ();
        {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a0), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_f32(1, y_f32), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_f32(2, y_f32), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a2), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_f32(3, y_f32), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a3), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_f32(4, y_f32), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a4), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_f32(5, y_f32), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a5), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_f32(6, y_f32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a6), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_f32(7, y_f32), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a7), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_f32(8, y_f32), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a8), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_f32(9, y_f32), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a9), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_f32(10, y_f32), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a10), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_f32(11, y_f32), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(y_f32 = core::intrinsics::round_ties_even_f32(a11), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_f32(12, y_f32), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Call(y_f64 = core::intrinsics::round_ties_even_f64(a12), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = {
            Call(nothing = kvant::observe_f64(13, y_f64), ReturnTo(b26), UnwindUnreachable())
        }
        b26 = {
            Call(y_f64 = core::intrinsics::round_ties_even_f64(a13), ReturnTo(b27), UnwindUnreachable())
        }
        b27 = {
            Call(nothing = kvant::observe_f64(14, y_f64), ReturnTo(b28), UnwindUnreachable())
        }
        b28 = {
            Call(y_f64 = core::intrinsics::round_ties_even_f64(a14), ReturnTo(b29), UnwindUnreachable())
        }
        b29 = {
            Call(nothing = kvant::observe_f64(15, y_f64), ReturnTo(b30), UnwindUnreachable())
        }
        b30 = {
            Call(y_f64 = core::intrinsics::round_ties_even_f64(a15), ReturnTo(b31), UnwindUnreachable())
        }
        b31 = {
            Call(nothing = kvant::observe_f64(16, y_f64), ReturnTo(b32), UnwindUnreachable())
        }
        b32 = {
            Call(y_f64 = core::intrinsics::round_ties_even_f64(a16), ReturnTo(b33), UnwindUnreachable())
        }
        b33 = {
            Call(nothing = kvant::observe_f64(17, y_f64), ReturnTo(b34), UnwindUnreachable())
        }
        b34 = {
            Call(y_f64 = core::intrinsics::round_ties_even_f64(a17), ReturnTo(b35), UnwindUnreachable())
        }
        b35 = {
            Call(nothing = kvant::observe_f64(18, y_f64), ReturnTo(b36), UnwindUnreachable())
        }
        b36 = {
            Call(y_f64 = core::intrinsics::round_ties_even_f64(a18), ReturnTo(b37), UnwindUnreachable())
        }
        b37 = {
            Call(nothing = kvant::observe_f64(19, y_f64), ReturnTo(b38), UnwindUnreachable())
        }
        b38 = {
            Call(y_f64 = core::intrinsics::round_ties_even_f64(a19), ReturnTo(b39), UnwindUnreachable())
        }
        b39 = {
            Call(nothing = kvant::observe_f64(20, y_f64), ReturnTo(b40), UnwindUnreachable())
        }
        b40 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1.5_f32), kvant::hide(-1.5_f32), kvant::hide(2.5_f32), kvant::hide(-2.5_f32), kvant::hide(0.5_f32), kvant::hide(-0.5_f32), kvant::hide(-0.25_f32), kvant::hide(0.4999999701976776_f32), kvant::hide(8388607.5_f32), kvant::hide(16777216.0_f32), kvant::hide(f32::NEG_INFINITY), kvant::hide(-0.0_f32), kvant::hide(0.49999999999999994_f64), kvant::hide(-0.75_f64), kvant::hide(4503599627370495.5_f64), kvant::hide(9007199254740992.0_f64), kvant::hide(2.5_f64), kvant::hide(1.0e300_f64), kvant::hide(f64::INFINITY), kvant::hide(-5.0e-324_f64)))
}
