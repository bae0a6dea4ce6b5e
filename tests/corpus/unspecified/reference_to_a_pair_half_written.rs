// All of what a reference is to must be initialised.

fn start(x: u32) {
    mir! {
        let pair: (u32, u8);
        let r: &(u32, u8);
        {
            pair.0 = x;
            r = &pair; //~ UNSPECIFIED: uninitialised-referent
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
