// Nothing needs to say which variant it is.
//~ OBSERVES: 0 isize 0
//~ OBSERVES: 1 u16 1000
//~ OBSERVES: 2 u8 3

enum Alone {
    Only(u16, u8),
}

fn start(x: u16) {
    mir! {
        let unit: ();
        let alone: Alone;
        let copy: Alone;
        let d: isize;
        {
            alone = Alone::Only(x, 3_u8);
            copy = alone;
            place!(Field::<u16>(Variant(alone, 0), 0)) = 4_u16;
            d = Discriminant(copy);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u16(1_u32, Field::<u16>(Variant(copy, 0), 0)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(2_u32, Field::<u8>(Variant(alone, 0), 1)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1000_u16)))
}
