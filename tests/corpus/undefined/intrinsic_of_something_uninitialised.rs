// An intrinsic reads its operands.

fn start(x: u32) {
    mir! {
        let y: u32;
        {
            Call(x = core::intrinsics::bswap(y), ReturnTo(b1), UnwindUnreachable()) //~ UB: uninitialised
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
