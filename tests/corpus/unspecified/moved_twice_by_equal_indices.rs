// Indices that happen to be equal.

fn start(i: usize, j: usize) {
    mir! {
        let a: [u8; 2];
        let x: u8;
        {
            a = [3_u8; 2];
            x = Move(a[i]) - Move(a[j]); //~ UNSPECIFIED: moved-twice
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_usize), kvant::hide(1_usize)))
}
