// So does the destination of a call.

fn give() -> u8 {
    mir! {
        {
            RET = 1;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let held: u8;
        {
            StorageLive(held);
            StorageDead(held);
            Call(held = give(), ReturnTo(back), UnwindContinue()) //~ UB: dead-local
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
