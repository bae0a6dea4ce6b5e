// 128 is no `i8`.

fn start(least: i8) {
    mir! {
        {
            least = least / -1; //~ UB: division-overflow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-128_i8)))
}
