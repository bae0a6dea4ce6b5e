// Memory that touches does not overlap, and no bytes overlap nothing.
//~ FINE: overlapping-copy
//~ FINE: out-of-bounds
//~ OBSERVES: 0 u16 2
//~ OBSERVES: 1 u16 700

fn start(x: u16) {
    mir! {
        let unit: ();
        let a: [u16; 4];
        let whole: *mut [u16; 4];
        let p: *mut u16;
        let q: *mut u16;
        let from: *const u16;
        let i: usize;
        {
            a = [x, 2_u16, 3_u16, 4_u16];
            whole = addr_of_mut!(a);
            p = whole as *mut u16;
            q = Offset(p, 2_isize);
            from = p as *const u16;
            Call(unit = core::intrinsics::copy_nonoverlapping(from, q, 2_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            i = 3_usize;
            Call(unit = kvant::observe_u16(0_u32, a[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = core::intrinsics::copy_nonoverlapping(from, p, 0_usize), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            q = Offset(p, 4_isize);
            Call(unit = core::intrinsics::copy_nonoverlapping(from, q, 0_usize), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u16(1_u32, *p), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(700_u16)))
}
