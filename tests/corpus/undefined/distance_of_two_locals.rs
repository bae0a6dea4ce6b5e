// They belong to different allocations.

fn start(x: u8, y: u8) {
    mir! {
        let p: *const u8;
        let q: *const u8;
        let d: isize;
        {
            p = addr_of!(x);
            q = addr_of!(y);
            Call(d = core::intrinsics::ptr_offset_from(p, q), ReturnTo(next_1), UnwindUnreachable()) //~ UB: different-allocations
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8), kvant::hide(2_u8)))
}
