// An empty array has no element at all.

fn start(zero: usize) {
    mir! {
        let none: [u8; 0];
        let got: u8;
        {
            got = none[zero]; //~ UB: index-out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_usize)))
}
