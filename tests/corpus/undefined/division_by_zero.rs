// There is no quotient.

fn start(x: u8) {
    mir! {
        {
            x = 7 / x; //~ UB: division-by-zero
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u8)))
}
