// Whether the destination is found before or after its index is moved is nowhere written down.

fn start(x: usize) {
    mir! {
        let a: [usize; 3];
        let i: usize;
        {
            a = [7_usize; 3];
            i = x;
            a[i] = Move(i); //~ UNSPECIFIED: moved-twice
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_usize)))
}
