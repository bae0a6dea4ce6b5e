// Whether an open float fits into an integer is open too.

fn start(zero: f32) {
    mir! {
        let y: f32;
        let n: u8;
        {
            y = zero / zero;
            Call(n = core::intrinsics::float_to_int_unchecked(y), ReturnTo(b1), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f32)))
}
