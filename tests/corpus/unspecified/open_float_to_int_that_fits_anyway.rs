// What was computed from an open value is open, even if it would fit into the integer under every choice.

fn start(zero: f32, one: f32) {
    mir! {
        let nan: f32;
        let y: f32;
        let n: i8;
        {
            nan = zero / zero;
            Call(y = core::intrinsics::copysignf32(one, nan), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(n = core::intrinsics::float_to_int_unchecked(y), ReturnTo(b2), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f32), kvant::hide(1.0_f32)))
}
