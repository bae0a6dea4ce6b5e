// `unchecked_shl` by the width is undefined.

fn start(a: u8, b: u32) {
    mir! {
        let y: u8;
        {
            Call(y = core::intrinsics::unchecked_shl(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: shift-too-far
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8), kvant::hide(8_u32)))
}
