// Nothing stopped the pointer, so the access does.

fn start(x: u8) {
    mir! {
        let p: *const u8;
        {
            p = addr_of!(x);
            Call(p = core::intrinsics::arith_offset(p, -1_isize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            x = *p; //~ UB: out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
