// Nobody knows which one is first.

fn start(x: u8) {
    mir! {
        let a: [u8; 2];
        let b: [u8; 2];
        let p: *const [u8; 2];
        let q: *const [u8; 2];
        let d: usize;
        {
            a = [x; 2];
            b = a;
            p = addr_of!(a);
            q = addr_of!(b);
            Call(d = core::intrinsics::ptr_offset_from_unsigned(p, q), ReturnTo(next_1), UnwindUnreachable()) //~ UB: different-allocations
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
