// Blocks are executed as often as control comes by.
//~ OBSERVES: 1 u32 45
//~ OBSERVES: 2 u32 111

fn start(n: u32) {
    mir! {
        let outer: u32;
        let inner: u32;
        let sum: u32;
        let steps: u32;
        let odd: u32;
        let more: bool;
        let nothing: ();
        {
            sum = 0;
            outer = 0;
            Goto(outer_head)
        }
        outer_head = {
            more = outer < n;
            match more {
                true => outer_body,
                _ => collatz,
            }
        }
        outer_body = {
            inner = 0;
            Goto(inner_head)
        }
        inner_head = {
            more = inner < outer;
            match more {
                true => inner_body,
                _ => outer_next,
            }
        }
        inner_body = {
            sum = sum + 1;
            inner = inner + 1;
            Goto(inner_head)
        }
        outer_next = {
            outer = outer + 1;
            Goto(outer_head)
        }
        collatz = {
            Call(nothing = kvant::observe_u32(1, sum), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            n = 27;
            steps = 0;
            Goto(collatz_head)
        }
        collatz_head = {
            match n {
                1 => done,
                _ => collatz_body,
            }
        }
        collatz_body = {
            steps = steps + 1;
            odd = n & 1;
            match odd {
                0 => halve,
                _ => triple,
            }
        }
        halve = {
            n = n / 2;
            Goto(collatz_head)
        }
        triple = {
            n = n * 3;
            n = n + 1;
            Goto(collatz_head)
        }
        done = {
            Call(nothing = kvant::observe_u32(2, steps), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(10_u32)))
}
