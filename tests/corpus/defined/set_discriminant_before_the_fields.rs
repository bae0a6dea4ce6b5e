// With a promised layout an enum may be made piece by piece, and its tag can be read at once.
//~ FINE: set-data-variant
//~ FINE: uninitialised
//~ OBSERVES: 0 i8 5
//~ OBSERVES: 1 u32 11
//~ OBSERVES: 2 u8 4

#[repr(i8)]
enum Known {
    No = -1,
    Yes(u8, u32) = 5,
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let known: Known;
        let copy: Known;
        let d: i8;
        {
            SetDiscriminant(known, 1);
            d = Discriminant(known);
            Call(unit = kvant::observe_i8(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            place!(Field::<u32>(Variant(known, 1), 1)) = x;
            place!(Field::<u8>(Variant(known, 1), 0)) = 4_u8;
            copy = known;
            Call(unit = kvant::observe_u32(1_u32, Field::<u32>(Variant(copy, 1), 1)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(2_u32, Field::<u8>(Variant(copy, 1), 0)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(11_u32)))
}
