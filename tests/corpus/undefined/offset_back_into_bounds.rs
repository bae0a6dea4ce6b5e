// The result would be in bounds, but the pointer it comes from is not.

fn start(x: u16) {
    mir! {
        let p: *const u16;
        let q: *const u16;
        {
            p = addr_of!(x);
            Call(q = core::intrinsics::arith_offset(p, 5_isize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            q = Offset(q, -5_isize); //~ UB: offset-out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u16)))
}
