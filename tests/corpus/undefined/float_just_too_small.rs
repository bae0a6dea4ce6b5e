// -1 does not fit into an unsigned integer.

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
    kvant::run(|| start(kvant::hide(-1.0_f64)))
}
