// 256 does not fit into a `u8`.

fn start(a: f32) {
    mir! {
        let y: u8;
        {
            Call(y = core::intrinsics::float_to_int_unchecked(a), ReturnTo(b1), UnwindUnreachable()) //~ UB: float-does-not-fit
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(256.0_f32)))
}
