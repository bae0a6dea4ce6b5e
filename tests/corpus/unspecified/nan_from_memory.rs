// What is not certain stays so in memory and in copies of aggregates.

fn start(zero: f32) {
    mir! {
        let unit: ();
        let pair: (f32, u8);
        let copy: (f32, u8);
        let p: *const f32;
        {
            pair = (zero, 1_u8);
            pair.0 = zero / pair.0;
            copy = pair;
            p = addr_of!(copy.0);
            Call(unit = kvant::observe_f32(0_u32, *p), ReturnTo(end), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f32)))
}
