// Functions have no addresses either.

fn nothing() {
    mir! {
        {
            Return()
        }
    }
}

fn start() {
    mir! {
        let f: fn();
        let bytes: [u8; 8];
        {
            f = const { nothing as fn() };
            bytes = CastTransmute(f); //~ UNSPECIFIED: pointer-as-integer
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
