// Bytes that are copied to memory are written, which ends references.

fn start(x: u32, y: u32) {
    mir! {
        let r: &u32;
        let from: *const u32;
        let to: *mut u32;
        let nothing: ();
        {
            r = &x;
            from = addr_of!(y);
            to = addr_of_mut!(x);
            Call(nothing = core::intrinsics::copy_nonoverlapping(from, to, 1_usize), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            y = *r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32), kvant::hide(8_u32)))
}
