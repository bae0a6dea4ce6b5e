// `exact_div` must not leave a remainder.

fn start(a: u8, b: u8) {
    mir! {
        let y: u8;
        {
            Call(y = core::intrinsics::exact_div(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: inexact-division
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(2_u8)))
}
