// A surrogate is no `char`.

#[repr(C)]
union Letter {
    number: u32,
    letter: char,
}

fn start(x: u32) {
    mir! {
        let letter: Letter;
        let c: char;
        {
            letter = Letter { number: x };
            c = letter.letter; //~ UB: invalid-char
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(57343_u32)))
}
