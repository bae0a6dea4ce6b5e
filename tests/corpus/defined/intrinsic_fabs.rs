// `fabs` clears the sign and nothing else.
//~ OBSERVES: 1 f32 0x3fc00000
//~ OBSERVES: 2 f32 0x3fc00000
//~ OBSERVES: 3 f32 0x0
//~ OBSERVES: 4 f32 0x7f800000
//~ OBSERVES: 5 f64 0x3ff8000000000000
//~ OBSERVES: 6 f64 0x0
//~ OBSERVES: 7 f64 0x1
//~ OBSERVES: 8 f64 0x7ff0000000000000

fn start(a0: f32, a1: f32, a2: f32, a3: f32, a4: f64, a5: f64, a6: f64, a7: f64) {
    mir! {
        let y_f32: f32;
        let y_f64: f64;
        let nothing: ();
        {
            Call(y_f32 = core::intrinsics::fabs(a0), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_f32(1, y_f32), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_f32 = core::intrinsics::fabs(a1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_f32(2, y_f32), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_f32 = core::intrinsics::fabs(a2), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_f32(3, y_f32), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_f32 = core::intrinsics::fabs(a3), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_f32(4, y_f32), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_f64 = core::intrinsics::fabs(a4), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_f64(5, y_f64), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_f64 = core::intrinsics::fabs(a5), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_f64(6, y_f64), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_f64 = core::intrinsics::fabs(a6), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_f64(7, y_f64), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_f64 = core::intrinsics::fabs(a7), ReturnTo(b15), UnwindUnreachable())
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
    kvant::run(|| start(kvant::hide(-1.5_f32), kvant::hide(1.5_f32), kvant::hide(-0.0_f32), kvant::hide(f32::NEG_INFINITY), kvant::hide(-1.5_f64), kvant::hide(-0.0_f64), kvant::hide(-5.0e-324_f64), kvant::hide(f64::INFINITY)))
}
