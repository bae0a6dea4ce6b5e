// `unchecked_sub` of the smallest integer is undefined.

fn start(a: i64, b: i64) {
    mir! {
        let y: i64;
        {
            Call(y = core::intrinsics::unchecked_sub(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: unchecked-overflow
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_i64), kvant::hide(-9223372036854775808_i64)))
}
