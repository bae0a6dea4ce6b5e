// That it is only written through does not help: the reference itself is disputed.

fn start() {
    mir! {
        let x: u32;
        let r: &mut u32;
        {
            r = &mut x; //~ UNSPECIFIED: uninitialised-referent
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
