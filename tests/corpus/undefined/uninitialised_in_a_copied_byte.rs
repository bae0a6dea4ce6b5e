// The byte was copied as it was: without a value.

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 2];
        let b: [u8; 2];
        let i: usize;
        let p: *const [u8; 2];
        let q: *mut [u8; 2];
        let y: u8;
        {
            i = 0_usize;
            a[i] = x;
            b = [5_u8; 2];
            p = addr_of!(a);
            q = addr_of_mut!(b);
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            i = 1_usize;
            y = b[i]; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
