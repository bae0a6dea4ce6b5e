// A NaN stays open however it is rounded.

fn start(zero: f64) {
    mir! {
        let y: f64;
        let bits: u64;
        {
            y = zero / zero;
            Call(y = core::intrinsics::floorf64(y), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(y = core::intrinsics::ceilf64(y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y = core::intrinsics::truncf64(y), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(y = core::intrinsics::roundf64(y), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y = core::intrinsics::round_ties_even_f64(y), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            bits = CastTransmute(y); //~ UNSPECIFIED: open-value
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f64)))
}
