// `copy` copies as if there were a place in between, in either direction.
//~ FINE: overlapping-copy
//~ OBSERVES: 0 u8 1
//~ OBSERVES: 1 u8 4
//~ OBSERVES: 2 u8 1
//~ OBSERVES: 3 u8 2
//~ OBSERVES: 4 u8 2
//~ OBSERVES: 5 u8 4

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 5];
        let whole: *mut [u8; 5];
        let p: *mut u8;
        let q: *mut u8;
        let from: *const u8;
        let i: usize;
        {
            a = [x, 2_u8, 3_u8, 4_u8, 5_u8];
            whole = addr_of_mut!(a);
            p = whole as *mut u8;
            q = Offset(p, 1_isize);
            from = p as *const u8;
            Call(unit = core::intrinsics::copy(from, q, 4_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            i = 1_usize;
            Call(unit = kvant::observe_u8(0_u32, a[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            i = 4_usize;
            Call(unit = kvant::observe_u8(1_u32, a[i]), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            from = q as *const u8;
            Call(unit = core::intrinsics::copy(from, p, 4_usize), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u8(2_u32, *p), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u8(3_u32, *q), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Call(unit = core::intrinsics::copy(from, q, 4_usize), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Call(unit = kvant::observe_u8(4_u32, *q), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            i = 3_usize;
            Call(unit = kvant::observe_u8(5_u32, a[i]), ReturnTo(next_9), UnwindUnreachable())
        }
        next_9 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
