// One operand moves what the other one copies.

fn start(x: u8) {
    mir! {
        let y: u8;
        {
            y = x + Move(x); //~ UNSPECIFIED: moved-twice
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
