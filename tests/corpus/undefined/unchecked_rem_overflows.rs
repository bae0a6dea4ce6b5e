// `unchecked_rem` of the smallest integer by -1 is undefined, though its result would be 0.

fn start(a: i32, b: i32) {
    mir! {
        let y: i32;
        {
            Call(y = core::intrinsics::unchecked_rem(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: division-overflow
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-2147483648_i32), kvant::hide(-1_i32)))
}
