// A promise kept twice and broken at the third call.

fn pick(which: u8) -> u8 {
    mir! {
        {
            match which {
                0 => zero,
                1 => zero,
                _ => impossible,
            }
        }
        zero = {
            RET = 0;
            Return()
        }
        impossible = {
            Unreachable() //~ UB: unreachable-reached
        }
    }
}

fn start(which: u8) {
    mir! {
        let got: u8;
        {
            Goto(head)
        }
        head = {
            Call(got = pick(which), ReturnTo(back), UnwindContinue())
        }
        back = {
            which = which + 1;
            Goto(head)
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u8)))
}
