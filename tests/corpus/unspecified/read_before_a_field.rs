// Two fields before it, or none.

fn start(x: u16) {
    mir! {
        let three: (u16, u16, u16);
        let p: *const u16;
        {
            three = (x, x, x);
            p = addr_of!(three.1);
            Call(p = core::intrinsics::arith_offset(p, -1_isize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            x = *p; //~ UNSPECIFIED: layout-dependent
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u16)))
}
