// Its variant, its fields and its discriminant, without naming it.
//~ OBSERVES: 0 u32 20
//~ OBSERVES: 1 u8 2
//~ OBSERVES: 2 u32 3
//~ OBSERVES: 3 u8 1

enum Cell {
    Empty,
    Full(u32, u8),
}

fn fill(cell: *mut Cell, x: u32) {
    mir! {
        let d: isize;
        {
            d = Discriminant(*cell);
            match d {
                0 => empty,
                _ => full,
            }
        }
        empty = {
            *cell = Cell::Full(x, 1_u8);
            Return()
        }
        full = {
            place!(Field::<u32>(Variant(*cell, 1), 0)) = x + Field::<u32>(Variant(*cell, 1), 0);
            place!(Field::<u8>(Variant(*cell, 1), 1)) = Field::<u8>(Variant(*cell, 1), 1) + 1_u8;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let cell: Cell;
        let p: *mut Cell;
        {
            SetDiscriminant(cell, 0);
            p = addr_of_mut!(cell);
            Call(unit = fill(p, x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = fill(p, x), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u32(0_u32, Field::<u32>(Variant(cell, 1), 0)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u8(1_u32, Field::<u8>(Variant(cell, 1), 1)), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            SetDiscriminant(*p, 0);
            Call(unit = fill(p, 3_u32), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u32(2_u32, Field::<u32>(Variant(*p, 1), 0)), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Call(unit = kvant::observe_u8(3_u32, Field::<u8>(Variant(*p, 1), 1)), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(10_u32)))
}
