// The root of a negative number is a NaN, whose bits are not certain.

fn start(x: f64) {
    mir! {
        let nothing: ();
        {
            Call(x = core::intrinsics::sqrtf64(x), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_f64(1, x), ReturnTo(b2), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-1.0_f64)))
}
