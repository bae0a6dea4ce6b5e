// A NaN may go through every intrinsic on floats, as long as nobody looks at what comes out.
//~ FINE: open-value
//~ OBSERVES: 1 f32 0x3f800000

fn start(zero: f32, one: f32) {
    mir! {
        let nan: f32;
        let y: f32;
        let nothing: ();
        {
            nan = zero / zero;
            Call(y = core::intrinsics::sqrtf32(nan), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(y = core::intrinsics::fabs(y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y = core::intrinsics::copysignf32(one, y), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(y = core::intrinsics::fmaf32(y, one, nan), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y = core::intrinsics::floorf32(y), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(y = core::intrinsics::ceilf32(y), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y = core::intrinsics::truncf32(y), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(y = core::intrinsics::roundf32(y), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y = core::intrinsics::round_ties_even_f32(y), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(y = core::intrinsics::copysignf32(one, zero), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(nothing = kvant::observe_f32(1, y), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f32), kvant::hide(1.0_f32)))
}
