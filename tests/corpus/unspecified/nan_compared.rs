// A comparison with something that is not certain is refused, even where every NaN gives the same.

fn start(zero: f64) {
    mir! {
        let nan: f64;
        let b: bool;
        {
            nan = zero % zero;
            b = nan < zero; //~ UNSPECIFIED: open-value
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f64)))
}
