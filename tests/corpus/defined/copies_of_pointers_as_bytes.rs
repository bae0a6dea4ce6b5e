// All bytes of a pointer together are the pointer.
//~ FINE: broken-pointer
//~ FINE: pointer-as-integer
//~ OBSERVES: 0 u8 6
//~ OBSERVES: 1 u8 7

fn start(x: u8) {
    mir! {
        let unit: ();
        let p: *const u8;
        let q: *const u8;
        let from: *const *const u8;
        let to: *mut *const u8;
        let bytes: *const u8;
        let target: *mut u8;
        {
            p = addr_of!(x);
            q = addr_of!(x);
            from = addr_of!(p);
            to = addr_of_mut!(q);
            bytes = from as *const u8;
            target = to as *mut u8;
            Call(unit = core::intrinsics::copy_nonoverlapping(bytes, target, 8_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(0_u32, *q), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            x = 7_u8;
            Call(unit = kvant::observe_u8(1_u32, *q), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(6_u8)))
}
