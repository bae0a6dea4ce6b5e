// There are no bytes, and all of them are kept.
//~ OBSERVES: 0 u8 3

#[repr(C)]
struct Empty {}

fn start(x: u8) {
    mir! {
        let empty: Empty;
        let none: [u64; 0];
        let unit: ();
        {
            empty = Empty {};
            none = CastTransmute(empty);
            unit = CastTransmute(none);
            empty = CastTransmute(unit);
            Call(unit = kvant::observe_u8(0_u32, x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
