// All fields of a union are one place.

#[repr(C)]
union Word {
    a: u32,
    b: i32,
    bytes: [u8; 4],
}

fn start(x: u32) {
    mir! {
        let word: Word;
        {
            word = Word { a: x };
            word = Word { bytes: word.bytes }; //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
