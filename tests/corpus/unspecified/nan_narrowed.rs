// A NaN stays one in another type.

fn start(inf: f64) {
    mir! {
        let unit: ();
        let nan: f64;
        let narrow: f32;
        {
            nan = inf * 0.0_f64;
            narrow = nan as f32;
            Call(unit = kvant::observe_f32(0_u32, narrow), ReturnTo(end), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(f64::INFINITY)))
}
