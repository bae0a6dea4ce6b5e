// The bytes before it differ already, and it must have a value all the same.

fn start(x: u8) {
    mir! {
        let a: [u8; 2];
        let b: [u8; 2];
        let i: usize;
        let w: *const [u8; 2];
        let p: *const u8;
        let q: *const u8;
        let c: i32;
        {
            i = 0_usize;
            a[i] = x;
            b = [5_u8; 2];
            w = addr_of!(a);
            p = w as *const u8;
            w = addr_of!(b);
            q = w as *const u8;
            Call(c = core::intrinsics::compare_bytes(p, q, 2_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UB: uninitialised
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
