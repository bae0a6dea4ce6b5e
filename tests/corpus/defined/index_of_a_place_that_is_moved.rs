// Where the value goes is found with the index that is moved there.
//~ OBSERVES: 0 usize 1
//~ OBSERVES: 1 usize 2

fn next(i: usize) -> usize {
    mir! {
        {
            i = i + 1_usize;
            RET = i;
            Return()
        }
    }
}

fn start(x: usize) {
    mir! {
        let unit: ();
        let a: [usize; 3];
        let i: usize;
        {
            a = [7_usize; 3];
            i = x;
            a[i] = Move(i);
            i = 1_usize;
            Call(unit = kvant::observe_usize(0_u32, a[i]), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(a[i] = next(Move(i)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            i = 1_usize;
            Call(unit = kvant::observe_usize(1_u32, a[i]), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_usize)))
}
