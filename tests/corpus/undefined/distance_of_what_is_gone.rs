// The same allocation, but it ended.

fn start(x: u8) {
    mir! {
        let y: u8;
        let p: *const u8;
        let q: *const u8;
        let d: isize;
        {
            StorageLive(y);
            y = x;
            p = addr_of!(y);
            q = Offset(p, 1_isize);
            StorageDead(y);
            Call(d = core::intrinsics::ptr_offset_from(q, p), ReturnTo(next_1), UnwindUnreachable()) //~ UB: dangling
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
