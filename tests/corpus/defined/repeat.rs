// `[x; N]` fills every element, be it a scalar, an array or a struct.
//~ OBSERVES: 1 i16 -7
//~ OBSERVES: 2 i16 -7
//~ OBSERVES: 3 i16 -7
//~ OBSERVES: 4 i16 1
//~ OBSERVES: 5 i16 -7
//~ OBSERVES: 6 bool true

struct Mark {
    set: bool,
    count: u64,
}

fn start(x: i16) {
    mir! {
        let row: [i16; 3];
        let grid: [[i16; 3]; 4];
        let none: [i16; 0];
        let mark: Mark;
        let marks: [Mark; 2];
        let i: usize;
        let j: usize;
        let nothing: ();
        {
            row = [x; 3];
            i = 0;
            Call(nothing = kvant::observe_i16(1, row[i]), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            i = 2;
            Call(nothing = kvant::observe_i16(2, row[i]), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            grid = [row; 4];
            j = 3;
            Call(nothing = kvant::observe_i16(3, grid[j][i]), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            grid[j][i] = 1;
            Call(nothing = kvant::observe_i16(4, grid[j][i]), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            j = 2;
            Call(nothing = kvant::observe_i16(5, grid[j][i]), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            none = [x; 0];
            mark = Mark { set: true, count: 5 };
            marks = [mark; 2];
            i = 1;
            Call(nothing = kvant::observe_bool(6, marks[i].set), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-7_i16)))
}
