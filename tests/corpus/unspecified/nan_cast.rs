// A cast of something that is not certain is refused.

fn start(inf: f64) {
    mir! {
        let nan: f64;
        let i: i32;
        {
            nan = inf - inf;
            i = nan as i32; //~ UNSPECIFIED: open-value
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(f64::INFINITY)))
}
