// A transmute of bytes onto themselves.

#[repr(C)]
union Word {
    a: u32,
    bytes: [u8; 4],
}

fn start(x: u32) {
    mir! {
        let word: Word;
        {
            word = Word { a: x };
            word.bytes = CastTransmute(word.a); //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
