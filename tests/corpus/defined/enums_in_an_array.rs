// A loop that decides by what each element is.
//~ OBSERVES: 0 u32 26
//~ OBSERVES: 1 usize 3

enum Step {
    Add(u32),
    Double,
    Stop,
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let steps: [Step; 4];
        let add: Step;
        let double: Step;
        let stop: Step;
        let sum: u32;
        let i: usize;
        let d: isize;
        {
            add = Step::Add(x);
            double = Step::Double;
            stop = Step::Stop;
            steps = [add, double, add, stop];
            sum = 1_u32;
            i = 0_usize;
            Goto(turn)
        }
        turn = {
            d = Discriminant(steps[i]);
            match d {
                0 => plus,
                1 => twice,
                _ => done,
            }
        }
        plus = {
            sum = sum + Field::<u32>(Variant(steps[i], 0), 0);
            Goto(next)
        }
        twice = {
            sum = sum + sum;
            Goto(next)
        }
        next = {
            i = i + 1_usize;
            Goto(turn)
        }
        done = {
            Call(unit = kvant::observe_u32(0_u32, sum), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_usize(1_u32, i), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(8_u32)))
}
