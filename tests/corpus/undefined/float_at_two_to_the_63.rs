// 2 to the 63rd does not fit into an `i64`.

fn start(a: f64) {
    mir! {
        let y: i64;
        {
            Call(y = core::intrinsics::float_to_int_unchecked(a), ReturnTo(b1), UnwindUnreachable()) //~ UB: float-does-not-fit
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(9.223372036854776e18_f64)))
}
