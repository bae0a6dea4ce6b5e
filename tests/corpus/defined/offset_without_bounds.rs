// A pointer may go anywhere and come back.
//~ FINE: offset-out-of-bounds
//~ FINE: out-of-bounds
//~ FINE: offset-overflow
//~ OBSERVES: 0 u16 2
//~ OBSERVES: 1 u16 1

fn start(x: u16) {
    mir! {
        let unit: ();
        let a: [u16; 3];
        let i: usize;
        let p: *const u16;
        let q: *const u16;
        {
            a = [x, 2_u16, 3_u16];
            i = 2_usize;
            p = addr_of!(a[i]);
            Call(q = core::intrinsics::arith_offset(p, 1000_isize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(q = core::intrinsics::arith_offset(q, -1001_isize), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u16(0_u32, *q), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(q = core::intrinsics::arith_offset(q, 9223372036854775807_isize), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(q = core::intrinsics::arith_offset(q, -9223372036854775807_isize), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(q = core::intrinsics::arith_offset(q, -1_isize), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Call(unit = kvant::observe_u16(1_u32, *q), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u16)))
}
