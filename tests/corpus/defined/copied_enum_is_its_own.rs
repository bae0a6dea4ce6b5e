// A copy of an enum holds the variant of its time.
//~ OBSERVES: 0 isize 2
//~ OBSERVES: 1 u8 2
//~ OBSERVES: 2 u16 515
//~ OBSERVES: 3 u8 9

enum Cell {
    A(u8),
    B(u16),
    C(u8, u8),
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let one: Cell;
        let two: Cell;
        let d: isize;
        {
            one = Cell::C(x, 2_u8);
            two = one;
            one = Cell::B(515_u16);
            d = Discriminant(two);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(1_u32, Field::<u8>(Variant(two, 2), 1)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            two = one;
            one = Cell::A(9_u8);
            Call(unit = kvant::observe_u16(2_u32, Field::<u16>(Variant(two, 1), 0)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u8(3_u32, Field::<u8>(Variant(one, 0), 0)), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
