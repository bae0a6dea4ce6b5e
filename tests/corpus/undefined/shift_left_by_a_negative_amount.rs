// `unchecked_shl` by a negative amount is undefined, though its low bits would fit.

fn start(a: u64, b: i8) {
    mir! {
        let y: u64;
        {
            Call(y = core::intrinsics::unchecked_shl(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: shift-too-far
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u64), kvant::hide(-63_i8)))
}
