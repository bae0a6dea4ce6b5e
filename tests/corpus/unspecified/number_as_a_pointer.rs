// It points nowhere.

fn start(x: usize) {
    mir! {
        let p: *const u8;
        {
            p = CastTransmute(x); //~ UNSPECIFIED: broken-pointer
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4096_usize)))
}
