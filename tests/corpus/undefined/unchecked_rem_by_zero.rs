// `unchecked_rem` by zero is undefined.

fn start(a: i128, b: i128) {
    mir! {
        let y: i128;
        {
            Call(y = core::intrinsics::unchecked_rem(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: division-by-zero
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_i128), kvant::hide(0_i128)))
}
