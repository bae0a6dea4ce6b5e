// A function calls itself by a pointer that it is given.
//~ OBSERVES: 0 u32 5040

struct Step {
    f: fn(Step, u32) -> u32,
}

fn factorial(step: Step, n: u32) -> u32 {
    mir! {
        let less: u32;
        {
            match n {
                0 => last,
                _ => more,
            }
        }
        last = {
            RET = 1_u32;
            Return()
        }
        more = {
            less = n - 1_u32;
            Call(RET = (step.f)(step, less), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            RET = RET * n;
            Return()
        }
    }
}

fn start(n: u32) {
    mir! {
        let unit: ();
        let f: fn(Step, u32) -> u32;
        let step: Step;
        let y: u32;
        {
            f = const { factorial as fn(Step, u32) -> u32 };
            step = Step { f: f };
            Call(y = f(step, n), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(0_u32, y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
