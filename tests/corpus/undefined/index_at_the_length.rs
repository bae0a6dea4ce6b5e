// The length is the first index that is too large.

fn start(i: usize) {
    mir! {
        let list: [u8; 3];
        let got: u8;
        {
            list = [1; 3];
            got = list[i]; //~ UB: index-out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_usize)))
}
