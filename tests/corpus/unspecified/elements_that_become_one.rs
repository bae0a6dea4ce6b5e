// Two indices meet in the second turn.

fn start(i: usize) {
    mir! {
        let list: [u8; 4];
        let j: usize;
        {
            list = [1, 2, 3, 4];
            j = 1;
            Goto(head)
        }
        head = {
            list[i] = list[j]; //~ UNSPECIFIED: overlapping-assignment
            i = i + 1;
            Goto(head)
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_usize)))
}
