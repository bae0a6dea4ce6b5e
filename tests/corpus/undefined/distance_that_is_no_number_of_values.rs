// Two bytes are half of a `u32`.

fn start(x: u64) {
    mir! {
        let p: *const u64;
        let w: *const u32;
        let h: *const u16;
        let v: *const u32;
        let d: isize;
        {
            p = addr_of!(x);
            w = p as *const u32;
            h = p as *const u16;
            h = Offset(h, 1_isize);
            v = h as *const u32;
            Call(d = core::intrinsics::ptr_offset_from(v, w), ReturnTo(next_1), UnwindUnreachable()) //~ UB: inexact-distance
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u64)))
}
