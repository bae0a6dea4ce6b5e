// `sqrt` is the nearest float to the root, and -0 for -0.
//~ FINE: open-value
//~ OBSERVES: 1 f32 0x0
//~ OBSERVES: 2 f32 0x80000000
//~ OBSERVES: 3 f32 0x3fb504f3
//~ OBSERVES: 4 f32 0x3f000000
//~ OBSERVES: 5 f32 0x7f800000
//~ OBSERVES: 6 f32 0x1a3504f3
//~ OBSERVES: 7 f32 0x5f7fffff
//~ OBSERVES: 8 f64 0x3ff6a09e667f3bcd
//~ OBSERVES: 9 f64 0x8000000000000000
//~ OBSERVES: 10 f64 0x1e60000000000000
//~ OBSERVES: 11 f64 0x5fefffffffffffff
//~ OBSERVES: 12 f64 0x7ff0000000000000

fn start(a0: f32, a1: f32, a2: f32, a3: f32, a4: f32, a5: f32, a6: f32, a7: f64, a8: f64, a9: f64, a10: f64, a11: f64) {
    mir! {
        let y_f32: f32;
        let y_f64: f64;
        let nothing: ();
        {
            Call(y_f32 = core::intrinsics::sqrtf32(a0), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_f32(1, y_f32), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_f32 = core::intrinsics::sqrtf32(a1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_f32(2, y_f32), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_f32 = core::intrinsics::sqrtf32(a2), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_f32(3, y_f32), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_f32 = core::intrinsics::sqrtf32(a3), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_f32(4, y_f32), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_f32 = core::intrinsics::sqrtf32(a4), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_f32(5, y_f32), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_f32 = core::intrinsics::sqrtf32(a5), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_f32(6, y_f32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_f32 = core::intrinsics::sqrtf32(a6), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_f32(7, y_f32), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_f64 = core::intrinsics::sqrtf64(a7), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_f64(8, y_f64), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_f64 = core::intrinsics::sqrtf64(a8), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_f64(9, y_f64), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_f64 = core::intrinsics::sqrtf64(a9), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_f64(10, y_f64), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_f64 = core::intrinsics::sqrtf64(a10), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_f64(11, y_f64), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(y_f64 = core::intrinsics::sqrtf64(a11), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_f64(12, y_f64), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f32), kvant::hide(-0.0_f32), kvant::hide(2.0_f32), kvant::hide(0.25_f32), kvant::hide(f32::INFINITY), kvant::hide(1.401298464324817e-45_f32), kvant::hide(3.4028234663852886e38_f32), kvant::hide(2.0_f64), kvant::hide(-0.0_f64), kvant::hide(5.0e-324_f64), kvant::hide(1.7976931348623157e308_f64), kvant::hide(f64::INFINITY)))
}
