// The copied bytes are the same reference, which is over.

fn start(x: u32, y: u32) {
    mir! {
        let p: *mut u32;
        let r: &u32;
        let q: *const &u32;
        let s: &u32;
        let to: *mut &u32;
        let unit: ();
        {
            p = addr_of_mut!(x);
            r = &*p;
            *p = 8;
            q = addr_of!(r);
            s = &y;
            to = addr_of_mut!(s);
            Call(unit = core::intrinsics::copy_nonoverlapping(q, to, 1_usize), ReturnTo(copied), UnwindUnreachable())
        }
        copied = {
            y = *s; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32), kvant::hide(9_u32)))
}
