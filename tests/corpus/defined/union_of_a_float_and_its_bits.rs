// Both fields are the same bytes.
//~ OBSERVES: 0 u32 1069547520
//~ OBSERVES: 1 f32 0xc0000000

#[repr(C)]
union Number {
    bits: u32,
    float: f32,
}

fn start(x: f32) {
    mir! {
        let unit: ();
        let number: Number;
        {
            number = Number { float: x };
            Call(unit = kvant::observe_u32(0_u32, number.bits), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            number.bits = 3221225472_u32;
            Call(unit = kvant::observe_f32(1_u32, number.float), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1.5_f32)))
}
