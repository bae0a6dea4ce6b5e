// Two halves of equal pointers.

fn start(x: u8) {
    mir! {
        let unit: ();
        let p: *const u8;
        let r: *const u8;
        let q: *const *const u8;
        let t: *mut *const u8;
        let from: *const u32;
        let to: *mut u32;
        {
            p = addr_of!(x);
            q = addr_of!(p);
            t = addr_of_mut!(r);
            from = q as *const u32;
            to = t as *mut u32;
            Call(unit = core::intrinsics::copy_nonoverlapping(from, to, 1_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            from = Offset(from, 1_isize);
            to = Offset(to, 1_isize);
            Call(unit = core::intrinsics::copy_nonoverlapping(from, to, 1_usize), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            p = r; //~ UNSPECIFIED: broken-pointer
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
