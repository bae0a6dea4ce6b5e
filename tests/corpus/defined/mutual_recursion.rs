// Functions may call each other before they are declared.
//~ OBSERVES: 1 bool false
//~ OBSERVES: 2 bool true

fn start(n: u32) {
    mir! {
        let result: bool;
        let nothing: ();
        {
            Call(result = even(n), ReturnTo(first), UnwindContinue())
        }
        first = {
            Call(nothing = kvant::observe_bool(1, result), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(result = odd(n), ReturnTo(second), UnwindContinue())
        }
        second = {
            Call(nothing = kvant::observe_bool(2, result), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn even(n: u32) -> bool {
    mir! {
        {
            match n {
                0 => yes,
                _ => down,
            }
        }
        yes = {
            RET = true;
            Return()
        }
        down = {
            n = n - 1;
            Call(RET = odd(n), ReturnTo(done), UnwindContinue())
        }
        done = {
            Return()
        }
    }
}

fn odd(n: u32) -> bool {
    mir! {
        {
            match n {
                0 => no,
                _ => down,
            }
        }
        no = {
            RET = false;
            Return()
        }
        down = {
            n = n - 1;
            Call(RET = even(n), ReturnTo(done), UnwindContinue())
        }
        done = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(31_u32)))
}
