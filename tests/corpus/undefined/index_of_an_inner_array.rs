// The outer array is long enough, the inner one is not, though the memory goes on.

fn start(i: usize) {
    mir! {
        let row: [u8; 2];
        let grid: [[u8; 2]; 4];
        let first: usize;
        let nothing: ();
        {
            row = [1; 2];
            grid = [row; 4];
            first = 0;
            Call(nothing = kvant::observe_u8(1, grid[i][first]), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_u8(2, grid[first][i]), ReturnTo(after_2), UnwindContinue()) //~ UB: index-out-of-bounds
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_usize)))
}
