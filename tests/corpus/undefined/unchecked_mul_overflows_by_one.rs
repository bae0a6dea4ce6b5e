// `unchecked_mul` of the smallest integer by -1 is undefined.

fn start(a: i128, b: i128) {
    mir! {
        let y: i128;
        {
            Call(y = core::intrinsics::unchecked_mul(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: unchecked-overflow
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(-1_i128)))
}
