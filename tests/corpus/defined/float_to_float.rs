// Narrowing rounds, and overflows to infinity; widening is exact.
//~ OBSERVES: 0 f32 0x3dcccccd
//~ OBSERVES: 1 f32 0x7f800000
//~ OBSERVES: 2 f64 0x3fb99999a0000000

fn start(tenth: f64, huge: f64) {
    mir! {
        let unit: ();
        let a: f32;
        let b: f32;
        let c: f64;
        {
            a = tenth as f32;
            b = huge as f32;
            c = a as f64;
            Call(unit = kvant::observe_f32(0_u32, a), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Call(unit = kvant::observe_f32(1_u32, b), ReturnTo(o1), UnwindUnreachable())
        }
        o1 = {
            Call(unit = kvant::observe_f64(2_u32, c), ReturnTo(o2), UnwindUnreachable())
        }
        o2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.1_f64), kvant::hide(1e300_f64)))
}
