// A NaN that goes into `fma` comes out of it.

fn start(zero: f64, one: f64) {
    mir! {
        let nan: f64;
        let y: f64;
        let less: bool;
        {
            nan = zero / zero;
            Call(y = core::intrinsics::fmaf64(one, one, nan), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            less = y < one; //~ UNSPECIFIED: open-value
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f64), kvant::hide(1.0_f64)))
}
