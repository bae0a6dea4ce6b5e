// The bits of a NaN that an operation made are not certain.

fn start(zero: f64) {
    mir! {
        let nan: f64;
        let bits: u64;
        {
            nan = zero / zero;
            bits = CastTransmute(nan); //~ UNSPECIFIED: open-value
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f64)))
}
