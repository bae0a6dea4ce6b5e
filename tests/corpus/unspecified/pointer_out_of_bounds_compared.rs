// It points to nothing that it could be compared with.

fn start(x: u8) {
    mir! {
        let p: *const u8;
        let q: *const u8;
        let b: bool;
        {
            p = addr_of!(x);
            Call(q = core::intrinsics::arith_offset(p, 2_isize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            b = p == q; //~ UNSPECIFIED: pointer-comparison
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
