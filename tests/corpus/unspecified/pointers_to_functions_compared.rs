// One function may have several addresses, and several functions one.

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
        let p: *const u8;
        let b: bool;
        {
            f = const { nothing as fn() };
            p = CastTransmute(f);
            b = p == p; //~ UNSPECIFIED: pointer-comparison
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
