// To copy what was never written is to read it, even if nobody looks at the copy.

fn start(x: u8) {
    mir! {
        let never: u8;
        let copied: u8;
        {
            copied = never; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
