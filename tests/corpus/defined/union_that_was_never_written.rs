// A union may hold anything, so it can be copied, passed and returned without a value.
//~ FINE: uninitialised
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 u32 6

#[repr(C)]
union Slot {
    word: u32,
    flag: bool,
}

fn pass(slot: Slot) -> Slot {
    mir! {
        {
            RET = slot;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let slot: Slot;
        let copy: Slot;
        let back: Slot;
        {
            copy = slot;
            Call(back = pass(copy), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            slot = back;
            slot.flag = true;
            copy = slot;
            Call(unit = kvant::observe_bool(0_u32, copy.flag), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            copy.word = x;
            Call(unit = kvant::observe_u32(1_u32, copy.word), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(6_u32)))
}
