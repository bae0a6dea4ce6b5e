// It may be used as long as the enum is of that variant, and after it became that one again.
//~ FINE: inactive-variant
//~ OBSERVES: 0 u32 6
//~ OBSERVES: 1 isize 0
//~ OBSERVES: 2 u32 70

enum Cell {
    Empty,
    Full(u32, u8),
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let cell: Cell;
        let p: *mut u32;
        let d: isize;
        {
            cell = Cell::Full(x, 1_u8);
            p = addr_of_mut!(place!(Field::<u32>(Variant(cell, 1), 0)));
            *p = *p + 1_u32;
            Call(unit = kvant::observe_u32(0_u32, Field::<u32>(Variant(cell, 1), 0)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            cell = Cell::Empty;
            d = Discriminant(cell);
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            cell = Cell::Full(70_u32, 2_u8);
            Call(unit = kvant::observe_u32(2_u32, *p), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(5_u32)))
}
