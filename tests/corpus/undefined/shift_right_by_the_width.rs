// `unchecked_shr` by the width is undefined.

fn start(a: i128, b: u8) {
    mir! {
        let y: i128;
        {
            Call(y = core::intrinsics::unchecked_shr(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: shift-too-far
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-1_i128), kvant::hide(128_u8)))
}
