// `copysign` may take its sign from a NaN, but then nobody knows which one it is.

fn start(zero: f32, one: f32) {
    mir! {
        let nan: f32;
        let y: f32;
        let nothing: ();
        {
            nan = zero / zero;
            Call(y = core::intrinsics::copysignf32(one, nan), ReturnTo(b1), UnwindUnreachable())
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
    kvant::run(|| start(kvant::hide(0.0_f32), kvant::hide(1.0_f32)))
}
