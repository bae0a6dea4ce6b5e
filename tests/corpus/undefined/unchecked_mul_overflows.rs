// `unchecked_mul` beyond the upper bound is undefined.

fn start(a: u8, b: u8) {
    mir! {
        let y: u8;
        {
            Call(y = core::intrinsics::unchecked_mul(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: unchecked-overflow
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(16_u8), kvant::hide(16_u8)))
}
