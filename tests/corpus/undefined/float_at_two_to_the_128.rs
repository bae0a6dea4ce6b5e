// 2 to the 128th does not fit into any integer.

fn start(a: f64) {
    mir! {
        let y: u128;
        {
            Call(y = core::intrinsics::float_to_int_unchecked(a), ReturnTo(b1), UnwindUnreachable()) //~ UB: float-does-not-fit
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3.402823669209385e38_f64)))
}
