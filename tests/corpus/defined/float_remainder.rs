// `%` of floats is exact and has the sign of the dividend.
//~ OBSERVES: 0 f32 0xbfc00000
//~ OBSERVES: 1 f64 0x3ff0000000000000

fn start(a: f32, b: f64) {
    mir! {
        let unit: ();
        let r: f32;
        let s: f64;
        {
            r = a % 2.0_f32;
            s = b % 3.0_f64;
            Call(unit = kvant::observe_f32(0_u32, r), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Call(unit = kvant::observe_f64(1_u32, s), ReturnTo(o1), UnwindUnreachable())
        }
        o1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide((-5.5_f32)), kvant::hide(1e22_f64)))
}
