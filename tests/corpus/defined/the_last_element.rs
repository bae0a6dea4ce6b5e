// Every index below the length is fine, in nested arrays and through pointers too.
//~ FINE: index-out-of-bounds
//~ OBSERVES: 1 u8 12
//~ OBSERVES: 2 u8 22
//~ OBSERVES: 3 u8 9

fn start(last: usize) {
    mir! {
        let row: [u8; 3];
        let grid: [[u8; 3]; 2];
        let p: *mut [u8; 3];
        let one: usize;
        let nothing: ();
        {
            row = [10, 11, 12];
            Call(nothing = kvant::observe_u8(1, row[last]), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            grid = [row; 2];
            row = [20, 21, 22];
            one = 1;
            grid[one] = row;
            Call(nothing = kvant::observe_u8(2, grid[one][last]), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            p = addr_of_mut!(grid[one]);
            (*p)[last] = 9;
            Call(nothing = kvant::observe_u8(3, grid[one][last]), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_usize)))
}
