// `unchecked_sub` below 0 is undefined for an unsigned integer.

fn start(a: u32, b: u32) {
    mir! {
        let y: u32;
        {
            Call(y = core::intrinsics::unchecked_sub(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: unchecked-overflow
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4_u32), kvant::hide(5_u32)))
}
