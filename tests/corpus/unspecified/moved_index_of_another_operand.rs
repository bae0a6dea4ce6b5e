// One operand is found with the index that the other one moves.

fn start(x: usize) {
    mir! {
        let a: [usize; 3];
        let i: usize;
        let pair: (usize, usize);
        {
            a = [7_usize; 3];
            i = x;
            pair = (Move(i), a[i]); //~ UNSPECIFIED: moved-twice
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_usize)))
}
