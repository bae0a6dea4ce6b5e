// 256 as a byte is zero.

fn start(word: u16) {
    mir! {
        let byte: i8;
        {
            byte = word as i8;
            byte = 5 / byte; //~ UB: division-by-zero
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(256_u16)))
}
