// `ctlz_nonzero` of 0 is undefined.

fn start(a: u8) {
    mir! {
        let y: u32;
        {
            Call(y = core::intrinsics::ctlz_nonzero(a), ReturnTo(b1), UnwindUnreachable()) //~ UB: zero-has-no-bit
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u8)))
}
