// Nor a remainder.

fn start(x: i128) {
    mir! {
        {
            x = 7 % x; //~ UB: division-by-zero
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_i128)))
}
