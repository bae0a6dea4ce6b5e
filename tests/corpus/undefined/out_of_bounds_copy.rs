// One value more than there are.

fn start(x: u16) {
    mir! {
        let unit: ();
        let a: [u16; 2];
        let b: [u16; 3];
        let p: *const [u16; 2];
        let q: *mut [u16; 3];
        let from: *const u16;
        let to: *mut u16;
        {
            a = [x; 2];
            p = addr_of!(a);
            q = addr_of_mut!(b);
            from = p as *const u16;
            to = q as *mut u16;
            Call(unit = core::intrinsics::copy_nonoverlapping(from, to, 3_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UB: out-of-bounds
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u16)))
}
