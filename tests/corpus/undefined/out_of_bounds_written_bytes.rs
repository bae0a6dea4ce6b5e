// The target ends before the bytes do.

fn start(x: u32) {
    mir! {
        let unit: ();
        let p: *mut u32;
        let q: *mut u8;
        {
            p = addr_of_mut!(x);
            q = p as *mut u8;
            Call(unit = core::intrinsics::write_bytes(q, 1_u8, 5_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UB: out-of-bounds
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
