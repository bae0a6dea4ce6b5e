// -129 does not fit into an `i8`.

fn start(a: f64) {
    mir! {
        let y: i8;
        {
            Call(y = core::intrinsics::float_to_int_unchecked(a), ReturnTo(b1), UnwindUnreachable()) //~ UB: float-does-not-fit
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-129.0_f64)))
}
