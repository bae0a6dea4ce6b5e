// An array repeats an element of what it replaces.

fn start(x: u8) {
    mir! {
        let list: [u8; 3];
        let i: usize;
        {
            list = [x, 4, 5];
            i = 1;
            list = [list[i]; 3]; //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
