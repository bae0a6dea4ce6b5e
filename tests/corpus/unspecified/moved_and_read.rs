// The value is gone.

fn start(x: u8) {
    mir! {
        let y: u8;
        {
            y = Move(x);
            y = x; //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
