// A bool is 0 or 1, also one that comes of a transmute.

fn start(two: u8) {
    mir! {
        let b: bool;
        {
            b = CastTransmute(two); //~ UB: invalid-bool
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8)))
}
