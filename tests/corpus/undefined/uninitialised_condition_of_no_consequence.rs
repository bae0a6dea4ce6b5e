// There is only one way to go, and still the number is read.

fn start(x: u8) {
    mir! {
        let y: u8;
        {
            match y { //~ UB: uninitialised
                _ => end,
            }
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
