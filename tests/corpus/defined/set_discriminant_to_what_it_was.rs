// The fields stay, whatever the layout is.
//~ FINE: set-data-variant
//~ FINE: uninitialised
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 u8 8
//~ OBSERVES: 2 bool true
//~ OBSERVES: 3 u8 9

enum Maybe {
    No,
    Yes(bool, u8),
}

#[repr(u16)]
enum Known {
    No,
    Yes(bool, u8),
}

fn start(x: bool) {
    mir! {
        let unit: ();
        let maybe: Maybe;
        let known: Known;
        {
            maybe = Maybe::Yes(x, 8_u8);
            SetDiscriminant(maybe, 1);
            Call(unit = kvant::observe_bool(0_u32, Field::<bool>(Variant(maybe, 1), 0)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(1_u32, Field::<u8>(Variant(maybe, 1), 1)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            known = Known::Yes(x, 9_u8);
            SetDiscriminant(known, 1);
            Call(unit = kvant::observe_bool(2_u32, Field::<bool>(Variant(known, 1), 0)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u8(3_u32, Field::<u8>(Variant(known, 1), 1)), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(true)))
}
