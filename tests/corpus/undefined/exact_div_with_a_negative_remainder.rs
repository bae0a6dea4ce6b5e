// `exact_div` must not leave a negative remainder either.

fn start(a: i128, b: i128) {
    mir! {
        let y: i128;
        {
            Call(y = core::intrinsics::exact_div(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: inexact-division
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-170141183460469231731687303715884105728_i128), kvant::hide(3_i128)))
}
