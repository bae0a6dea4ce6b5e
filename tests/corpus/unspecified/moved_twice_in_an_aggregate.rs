// Even a scalar cannot be given away twice.

fn start(x: u8) {
    mir! {
        let pair: (u8, u8);
        {
            pair = (Move(x), Move(x)); //~ UNSPECIFIED: moved-twice
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
