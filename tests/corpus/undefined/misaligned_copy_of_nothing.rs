// Alignment is asked for even where no byte is.

fn start(x: u32) {
    mir! {
        let unit: ();
        let p: *mut u32;
        let b: *mut u8;
        let q: *mut u32;
        let r: *const u32;
        {
            p = addr_of_mut!(x);
            b = p as *mut u8;
            b = Offset(b, 2_isize);
            q = b as *mut u32;
            r = p as *const u32;
            Call(unit = core::intrinsics::copy_nonoverlapping(r, q, 0_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UB: misaligned
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
