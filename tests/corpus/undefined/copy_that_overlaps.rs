// The last byte of the source is the first of the target.

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 5];
        let whole: *mut [u8; 5];
        let p: *mut u8;
        let from: *const u8;
        {
            a = [x; 5];
            whole = addr_of_mut!(a);
            p = whole as *mut u8;
            from = p as *const u8;
            p = Offset(p, 2_isize);
            Call(unit = core::intrinsics::copy_nonoverlapping(from, p, 3_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UB: overlapping-copy
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
