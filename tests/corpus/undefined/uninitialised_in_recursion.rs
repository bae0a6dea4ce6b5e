// Each call has locals of its own, and none is written by another call.

fn down(depth: u8) -> u8 {
    mir! {
        let own: u8;
        {
            match depth {
                0 => bottom,
                _ => more,
            }
        }
        more = {
            own = depth;
            depth = depth - 1;
            Call(RET = down(depth), ReturnTo(back), UnwindContinue())
        }
        back = {
            Return()
        }
        bottom = {
            RET = own; //~ UB: uninitialised
            Return()
        }
    }
}

fn start(depth: u8) {
    mir! {
        let got: u8;
        {
            Call(got = down(depth), ReturnTo(done), UnwindContinue())
        }
        done = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8)))
}
