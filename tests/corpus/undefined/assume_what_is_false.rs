// A promise that is broken is undefined.

fn start(x: u8) {
    mir! {
        let zero: bool;
        {
            zero = x == 0_u8;
            Assume(zero); //~ UB: assumed-false
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
