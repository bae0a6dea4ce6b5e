// Each element has bytes of its own.
//~ OBSERVES: 0 u16 65281
//~ OBSERVES: 1 u16 257
//~ OBSERVES: 2 u8 3

#[repr(C)]
union Word {
    word: u16,
    bytes: [u8; 2],
}

struct Words {
    words: [Word; 3],
    count: u8,
}

fn start(x: u16) {
    mir! {
        let unit: ();
        let word: Word;
        let three: [Word; 3];
        let words: Words;
        let i: usize;
        let j: usize;
        {
            word = Word { word: x };
            three = [word; 3];
            words = Words { words: three, count: 3_u8 };
            i = 2_usize;
            j = 1_usize;
            words.words[i].bytes[j] = 255_u8;
            Call(unit = kvant::observe_u16(0_u32, words.words[i].word), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u16(1_u32, words.words[j].word), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(2_u32, words.count), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(257_u16)))
}
