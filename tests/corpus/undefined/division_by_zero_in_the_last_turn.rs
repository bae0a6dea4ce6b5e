// The divisor counts down.

fn start(n: i32) {
    mir! {
        let got: i32;
        let nothing: ();
        {
            Goto(head)
        }
        head = {
            got = 100 / n; //~ UB: division-by-zero
            Call(nothing = kvant::observe_i32(1, got), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            n = n - 1;
            Goto(head)
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_i32)))
}
