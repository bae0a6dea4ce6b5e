// The index that is moved is not the one the destination is found with.
//~ OBSERVES: 0 usize 1
//~ FINE: moved-twice

fn start(x: usize) {
    mir! {
        let unit: ();
        let a: [usize; 3];
        let i: usize;
        let j: usize;
        {
            a = [7_usize; 3];
            i = x;
            j = i;
            a[j] = Move(i);
            Call(unit = kvant::observe_usize(0_u32, a[j]), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_usize)))
}
