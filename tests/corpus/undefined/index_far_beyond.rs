// An index is a whole `usize`: no part of it may be dropped.

fn start(i: usize) {
    mir! {
        let list: [u64; 3];
        {
            list = [1; 3];
            list[i] = 5; //~ UB: index-out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(9223372036854775808_usize)))
}
