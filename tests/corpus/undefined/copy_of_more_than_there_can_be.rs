// The size of what is copied overflows.

fn start(x: u16) {
    mir! {
        let unit: ();
        let p: *mut u16;
        let q: *const u16;
        {
            p = addr_of_mut!(x);
            q = addr_of!(x);
            Call(unit = core::intrinsics::copy(q, p, 9223372036854775808_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UB: offset-overflow
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u16)))
}
