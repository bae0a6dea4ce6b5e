// Whether a copy of nothing needs something was not always clear.

fn start(x: u8) {
    mir! {
        let unit: ();
        let y: u8;
        let p: *mut u8;
        let q: *const u8;
        {
            StorageLive(y);
            p = addr_of_mut!(y);
            StorageDead(y);
            q = addr_of!(x);
            Call(unit = core::intrinsics::copy(q, p, 0_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: dangling-without-bytes
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
