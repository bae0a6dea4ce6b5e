// Whether a reference may be to something uninitialised is disputed.

fn start() {
    mir! {
        let x: u32;
        let r: &u32;
        {
            r = &x; //~ UNSPECIFIED: uninitialised-referent
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
