// `fma` of an infinity and the opposite infinity is a NaN.

fn start(infinity: f32, one: f32) {
    mir! {
        let y: f32;
        let opposite: f32;
        let nothing: ();
        {
            opposite = -infinity;
            Call(y = core::intrinsics::fmaf32(infinity, one, opposite), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_f32(1, y), ReturnTo(b2), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(f32::INFINITY), kvant::hide(1.0_f32)))
}
