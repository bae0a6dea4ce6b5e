// The fields of one variant may lie around the `bool` that another says its name with.
//~ OBSERVES: 0 isize 0
//~ OBSERVES: 1 u8 2
//~ OBSERVES: 2 bool true
//~ OBSERVES: 3 u8 255
//~ OBSERVES: 4 isize 1
//~ OBSERVES: 5 isize 1
//~ OBSERVES: 6 isize 2
//~ OBSERVES: 7 u8 2
//~ OBSERVES: 8 isize 3

enum Mixed {
    Flag(u8, bool, u8),
    Wide(u16),
    Byte(u8),
    Nothing,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let mixed: Mixed;
        let d: isize;
        {
            mixed = Mixed::Flag(x, true, 255_u8);
            d = Discriminant(mixed);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(1_u32, Field::<u8>(Variant(mixed, 0), 0)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_bool(2_u32, Field::<bool>(Variant(mixed, 0), 1)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u8(3_u32, Field::<u8>(Variant(mixed, 0), 2)), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            mixed = Mixed::Wide(65535_u16);
            d = Discriminant(mixed);
            Call(unit = kvant::observe_isize(4_u32, d), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            place!(Field::<u16>(Variant(mixed, 1), 0)) = 0_u16;
            d = Discriminant(mixed);
            Call(unit = kvant::observe_isize(5_u32, d), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            mixed = Mixed::Byte(x);
            d = Discriminant(mixed);
            Call(unit = kvant::observe_isize(6_u32, d), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Call(unit = kvant::observe_u8(7_u32, Field::<u8>(Variant(mixed, 2), 0)), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            mixed = Mixed::Nothing;
            d = Discriminant(mixed);
            Call(unit = kvant::observe_isize(8_u32, d), ReturnTo(next_9), UnwindUnreachable())
        }
        next_9 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8)))
}
