// All bytes overlap.

fn start(x: u64) {
    mir! {
        let unit: ();
        let p: *mut u64;
        let q: *const u64;
        {
            p = addr_of_mut!(x);
            q = p as *const u64;
            Call(unit = core::intrinsics::copy_nonoverlapping(q, p, 1_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UB: overlapping-copy
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u64)))
}
