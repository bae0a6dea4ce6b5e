// An infinity does not fit into any integer.

fn start(a: f32) {
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
    kvant::run(|| start(kvant::hide(f32::INFINITY)))
}
