// A NaN that an operation made may be computed with, copied and kept, as long as nobody looks.
//~ FINE: open-value
//~ OBSERVES: 0 u8 7

fn start(zero: f32, x: u8) {
    mir! {
        let unit: ();
        let nan: f32;
        let negated: f32;
        let more: f32;
        let wide: f64;
        let pair: (f32, u8);
        let copy: (f32, u8);
        {
            nan = zero / zero;
            negated = -nan;
            more = negated * 2.0_f32;
            wide = more as f64;
            pair = (nan, x);
            copy = pair;
            Call(unit = kvant::observe_u8(0_u32, copy.1), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f32), kvant::hide(7_u8)))
}
