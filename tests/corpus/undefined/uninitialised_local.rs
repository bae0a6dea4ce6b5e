// A local that was never written has no value.

fn start(x: u8) {
    mir! {
        let never: u8;
        {
            x = x + never; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
