// `fabs` of a NaN has a certain sign, but its other bits stay open.

fn start(zero: f32) {
    mir! {
        let nan: f32;
        let y: f32;
        let nothing: ();
        {
            nan = zero / zero;
            Call(y = core::intrinsics::fabs(nan), ReturnTo(b1), UnwindUnreachable())
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
    kvant::run(|| start(kvant::hide(0.0_f32)))
}
