// Floats add, subtract, multiply and divide as IEEE 754 has it.
//~ OBSERVES: 0 f32 0x40700000
//~ OBSERVES: 1 f32 0xbf400000
//~ OBSERVES: 2 f64 0x3fd3333333333334
//~ OBSERVES: 3 f64 0x3fd5555555555555

fn start(a: f32, b: f32, c: f64, d: f64) {
    mir! {
        let unit: ();
        let sum: f32;
        let difference: f32;
        let wide: f64;
        let third: f64;
        {
            sum = a + b;
            difference = a - b;
            wide = c + 0.2_f64;
            third = 1.0_f64 / d;
            Call(unit = kvant::observe_f32(0_u32, sum), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Call(unit = kvant::observe_f32(1_u32, difference), ReturnTo(o1), UnwindUnreachable())
        }
        o1 = {
            Call(unit = kvant::observe_f64(2_u32, wide), ReturnTo(o2), UnwindUnreachable())
        }
        o2 = {
            Call(unit = kvant::observe_f64(3_u32, third), ReturnTo(o3), UnwindUnreachable())
        }
        o3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1.5_f32), kvant::hide(2.25_f32), kvant::hide(0.1_f64), kvant::hide(3.0_f64)))
}
