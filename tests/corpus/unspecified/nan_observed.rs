// The bits of a NaN that an operation made are not certain.

fn start(zero: f32) {
    mir! {
        let unit: ();
        let nan: f32;
        {
            nan = zero / zero;
            Call(unit = kvant::observe_f32(0_u32, nan), ReturnTo(end), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f32)))
}
