// The repeated element has many bytes.

fn start(x: u8) {
    mir! {
        let row: [u8; 3];
        let grid: [[u8; 3]; 2];
        let i: usize;
        {
            row = [x; 3];
            grid = [row; 2];
            i = 1;
            grid = [grid[i]; 2]; //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
