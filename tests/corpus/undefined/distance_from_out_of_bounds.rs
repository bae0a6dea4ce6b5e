// Both must be in bounds of what they point to.

fn start(x: u8) {
    mir! {
        let p: *const u8;
        let q: *const u8;
        let d: isize;
        {
            p = addr_of!(x);
            Call(q = core::intrinsics::arith_offset(p, 2_isize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(d = core::intrinsics::ptr_offset_from(q, p), ReturnTo(next_2), UnwindUnreachable()) //~ UB: offset-out-of-bounds
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
