// `copysign` takes the sign from its second operand and all else from its first.
//~ OBSERVES: 1 f32 0xbfc00000
//~ OBSERVES: 2 f32 0x3fc00000
//~ OBSERVES: 3 f32 0xbfc00000
//~ OBSERVES: 4 f32 0x0
//~ OBSERVES: 5 f32 0xff800000
//~ OBSERVES: 6 f64 0xbff8000000000000
//~ OBSERVES: 7 f64 0x8000000000000000
//~ OBSERVES: 8 f64 0x1

fn start(a0: f32, a1: f32, a2: f32, a3: f32, a4: f32, a5: f32, a6: f32, a7: f32, a8: f64, a9: f64, a10: f64, a11: f64, a12: f64) {
    mir! {
        let y_f32: f32;
        let y_f64: f64;
        let nothing: ();
        {
            Call(y_f32 = core::intrinsics::copysignf32(a0, a1), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_f32(1, y_f32), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_f32 = core::intrinsics::copysignf32(a2, a3), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_f32(2, y_f32), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_f32 = core::intrinsics::copysignf32(a0, a4), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_f32(3, y_f32), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_f32 = core::intrinsics::copysignf32(a4, a5), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_f32(4, y_f32), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_f32 = core::intrinsics::copysignf32(a6, a7), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_f32(5, y_f32), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_f64 = core::intrinsics::copysignf64(a8, a9), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_f64(6, y_f64), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_f64 = core::intrinsics::copysignf64(a10, a11), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_f64(7, y_f64), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_f64 = core::intrinsics::copysignf64(a12, a10), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_f64(8, y_f64), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1.5_f32), kvant::hide(-2.0_f32), kvant::hide(-1.5_f32), kvant::hide(2.0_f32), kvant::hide(-0.0_f32), kvant::hide(0.0_f32), kvant::hide(f32::INFINITY), kvant::hide(-1.0_f32), kvant::hide(-1.5_f64), kvant::hide(-2.0_f64), kvant::hide(0.0_f64), kvant::hide(f64::NEG_INFINITY), kvant::hide(-5.0e-324_f64)))
}
