// No char is a surrogate.

fn start(x: u32) {
    mir! {
        let c: char;
        {
            c = CastTransmute(x); //~ UB: invalid-char
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(55296_u32)))
}
