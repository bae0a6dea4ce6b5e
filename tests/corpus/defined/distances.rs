// Counted in values, in both directions, ends included.
//~ FINE: different-allocations
//~ FINE: inexact-distance
//~ FINE: negative-distance
//~ OBSERVES: 0 isize 3
//~ OBSERVES: 1 isize -3
//~ OBSERVES: 2 usize 3
//~ OBSERVES: 3 usize 0
//~ OBSERVES: 4 isize -18

#[repr(C)]
struct Six {
    a: u16,
    b: [u8; 4],
}

fn start(x: u16) {
    mir! {
        let unit: ();
        let one: Six;
        let four: [u8; 4];
        let a: [Six; 3];
        let whole: *const [Six; 3];
        let p: *const Six;
        let q: *const Six;
        let b: *const u8;
        let c: *const u8;
        let d: isize;
        let u: usize;
        {
            four = [0_u8; 4];
            one = Six { a: x, b: four };
            a = [one; 3];
            whole = addr_of!(a);
            p = whole as *const Six;
            q = Offset(p, 3_isize);
            Call(d = core::intrinsics::ptr_offset_from(q, p), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(d = core::intrinsics::ptr_offset_from(p, q), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(u = core::intrinsics::ptr_offset_from_unsigned(q, p), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_usize(2_u32, u), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Call(u = core::intrinsics::ptr_offset_from_unsigned(q, q), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Call(unit = kvant::observe_usize(3_u32, u), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            b = p as *const u8;
            c = q as *const u8;
            Call(d = core::intrinsics::ptr_offset_from(b, c), ReturnTo(next_9), UnwindUnreachable())
        }
        next_9 = {
            Call(unit = kvant::observe_isize(4_u32, d), ReturnTo(next_10), UnwindUnreachable())
        }
        next_10 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u16)))
}
