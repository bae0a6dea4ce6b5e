// The unsigned form does not count backwards.

fn start(x: u16) {
    mir! {
        let a: [u16; 2];
        let i: usize;
        let p: *const u16;
        let q: *const u16;
        let d: usize;
        {
            a = [x; 2];
            i = 0_usize;
            p = addr_of!(a[i]);
            i = 1_usize;
            q = addr_of!(a[i]);
            Call(d = core::intrinsics::ptr_offset_from_unsigned(p, q), ReturnTo(next_1), UnwindUnreachable()) //~ UB: negative-distance
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u16)))
}
