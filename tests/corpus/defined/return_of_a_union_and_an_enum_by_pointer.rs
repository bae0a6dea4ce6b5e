// Results go to any place: a field of a variant, a field of a union, behind a pointer.
//~ OBSERVES: 0 u16 260
//~ OBSERVES: 1 u8 4
//~ OBSERVES: 2 u8 8
//~ OBSERVES: 3 u8 9

#[repr(C)]
union Slot {
    pair: [u8; 2],
    word: u16,
}

enum Cell {
    Empty,
    Full(u8, [u8; 2]),
}

fn pair(x: u8) -> [u8; 2] {
    mir! {
        {
            RET = [x, 1_u8];
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let zero: [u8; 2];
        let slot: Slot;
        let cell: Cell;
        let p: *mut [u8; 2];
        let i: usize;
        {
            Call(slot.pair = pair(x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u16(0_u32, slot.word), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            zero = [0_u8; 2];
            cell = Cell::Full(9_u8, zero);
            Call(place!(Field::<[u8; 2]>(Variant(cell, 1), 1)) = pair(x), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            i = 0_usize;
            Call(unit = kvant::observe_u8(1_u32, Field::<[u8; 2]>(Variant(cell, 1), 1)[i]), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            p = addr_of_mut!(place!(Field::<[u8; 2]>(Variant(cell, 1), 1)));
            Call(*p = pair(8_u8), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u8(2_u32, Field::<[u8; 2]>(Variant(cell, 1), 1)[i]), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Call(unit = kvant::observe_u8(3_u32, Field::<u8>(Variant(cell, 1), 0)), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4_u8)))
}
