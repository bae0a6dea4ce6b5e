// The third byte of one of them was never written.

fn start(x: u8, i: usize) {
    mir! {
        let a: [u8; 3];
        let b: [u8; 3];
        let pa: *const [u8; 3];
        let pb: *const [u8; 3];
        let p: *const u8;
        let q: *const u8;
        let order: i32;
        let unit: ();
        {
            a = [x; 3];
            b[i] = x;
            i = 1;
            b[i] = x;
            pa = addr_of!(a);
            pb = addr_of!(b);
            p = pa as *const u8;
            q = pb as *const u8;
            Call(order = core::intrinsics::compare_bytes(p, q, 3_usize), ReturnTo(end), UnwindUnreachable()) //~ UB: uninitialised
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize)))
}
