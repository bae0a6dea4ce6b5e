// An unchecked sum with an open value may overflow or not.

fn start(x: u8, y: u8) {
    mir! {
        let p: *const u8;
        let q: *const u8;
        let order: i32;
        {
            p = addr_of!(x);
            q = addr_of!(y);
            Call(order = core::intrinsics::compare_bytes(p, q, 1_usize), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(order = core::intrinsics::unchecked_add(order, 1_i32), ReturnTo(b2), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8), kvant::hide(2_u8)))
}
