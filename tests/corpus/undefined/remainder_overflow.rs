// The remainder would be zero, and is undefined all the same.

fn start(least: i128, minus_one: i128) {
    mir! {
        {
            least = least % minus_one; //~ UB: division-overflow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(-1_i128)))
}
