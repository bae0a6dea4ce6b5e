// Negation flips the sign of a zero too, and both zeros are equal.
//~ OBSERVES: 0 f32 0x80000000
//~ OBSERVES: 1 bool true
//~ OBSERVES: 2 bool false

fn start(zero: f32) {
    mir! {
        let unit: ();
        let negative: f32;
        let equal: bool;
        let less: bool;
        {
            negative = -zero;
            equal = negative == zero;
            less = negative < zero;
            Call(unit = kvant::observe_f32(0_u32, negative), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Call(unit = kvant::observe_bool(1_u32, equal), ReturnTo(o1), UnwindUnreachable())
        }
        o1 = {
            Call(unit = kvant::observe_bool(2_u32, less), ReturnTo(o2), UnwindUnreachable())
        }
        o2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f32)))
}
