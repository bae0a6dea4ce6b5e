// A callee cannot return what the return place held before the call.

fn keep() -> [u8; 2] {
    mir! {
        {
            Return() //~ UB: uninitialised
        }
    }
}

fn start(x: u8) {
    mir! {
        let list: [u8; 2];
        {
            list = [x; 2];
            Call(list = keep(), ReturnTo(back), UnwindContinue())
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
