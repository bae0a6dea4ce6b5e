// 0 if all are equal, and if there are none.
//~ FINE: open-value
//~ OBSERVES: 0 i32 0
//~ OBSERVES: 1 i32 0
//~ OBSERVES: 2 i32 0

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 3];
        let b: [u8; 3];
        let p: *const [u8; 3];
        let q: *const u8;
        let r: *const u8;
        let c: i32;
        {
            a = [x, 2_u8, 3_u8];
            b = [x, 2_u8, 4_u8];
            p = addr_of!(a);
            q = p as *const u8;
            p = addr_of!(b);
            r = p as *const u8;
            Call(c = core::intrinsics::compare_bytes(q, r, 2_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_i32(0_u32, c), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(c = core::intrinsics::compare_bytes(q, r, 3_usize), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(c = core::intrinsics::compare_bytes(q, r, 0_usize), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_i32(1_u32, c), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(c = core::intrinsics::compare_bytes(q, q, 3_usize), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Call(unit = kvant::observe_i32(2_u32, c), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
