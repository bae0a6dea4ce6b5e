// `cttz_nonzero` of 0 is undefined for the widest integers too.

fn start(a: i128) {
    mir! {
        let y: u32;
        {
            Call(y = core::intrinsics::cttz_nonzero(a), ReturnTo(b1), UnwindUnreachable()) //~ UB: zero-has-no-bit
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_i128)))
}
