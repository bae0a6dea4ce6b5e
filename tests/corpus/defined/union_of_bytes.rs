// The first byte is the lowest.
//~ OBSERVES: 0 u8 4
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u16 258
//~ OBSERVES: 3 u32 16909311

#[repr(C)]
union Word {
    word: u32,
    bytes: [u8; 4],
    halves: [u16; 2],
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let word: Word;
        let i: usize;
        {
            word = Word { word: x };
            i = 0_usize;
            Call(unit = kvant::observe_u8(0_u32, word.bytes[i]), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            word.bytes[i] = 255_u8;
            i = 3_usize;
            Call(unit = kvant::observe_u8(1_u32, word.bytes[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            i = 1_usize;
            Call(unit = kvant::observe_u16(2_u32, word.halves[i]), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u32(3_u32, word.word), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(16909060_u32)))
}
