// Each call has locals of its own.
//~ OBSERVES: 1 u64 3628800
//~ OBSERVES: 2 u8 55

fn factorial(n: u64) -> u64 {
    mir! {
        let rest: u64;
        {
            match n {
                0 => base,
                _ => step,
            }
        }
        base = {
            RET = 1;
            Return()
        }
        step = {
            rest = n - 1;
            Call(rest = factorial(rest), ReturnTo(multiply), UnwindContinue())
        }
        multiply = {
            RET = n * rest;
            Return()
        }
    }
}

fn fibonacci(n: u8) -> u8 {
    mir! {
        let a: u8;
        let b: u8;
        {
            match n {
                0 => base,
                1 => base,
                _ => step,
            }
        }
        base = {
            RET = n;
            Return()
        }
        step = {
            a = n - 1;
            Call(a = fibonacci(a), ReturnTo(second), UnwindContinue())
        }
        second = {
            b = n - 2;
            Call(b = fibonacci(b), ReturnTo(add), UnwindContinue())
        }
        add = {
            RET = a + b;
            Return()
        }
    }
}

fn start(n: u64) {
    mir! {
        let product: u64;
        let number: u8;
        let nothing: ();
        {
            Call(product = factorial(n), ReturnTo(shown), UnwindContinue())
        }
        shown = {
            Call(nothing = kvant::observe_u64(1, product), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(number = fibonacci(10), ReturnTo(last), UnwindContinue())
        }
        last = {
            Call(nothing = kvant::observe_u8(2, number), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(10_u64)))
}
