// The last of many is none.

fn start(x: u32) {
    mir! {
        let flags: [bool; 4];
        {
            flags = CastTransmute(x); //~ UB: invalid-bool
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(33554433_u32)))
}
