// Dividing a float by zero gives an infinity, with the sign of both.
//~ FINE: division-by-zero
//~ OBSERVES: 0 f32 0x7f800000
//~ OBSERVES: 1 f64 0xfff0000000000000

fn start(zero: f32, below: f64) {
    mir! {
        let unit: ();
        let up: f32;
        let down: f64;
        {
            up = 2.0_f32 / zero;
            down = 2.0_f64 / below;
            Call(unit = kvant::observe_f32(0_u32, up), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Call(unit = kvant::observe_f64(1_u32, down), ReturnTo(o1), UnwindUnreachable())
        }
        o1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f32), kvant::hide((-0.0_f64))))
}
