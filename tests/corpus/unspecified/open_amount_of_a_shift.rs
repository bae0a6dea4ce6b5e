// An open value may be too far to shift by.

fn start(x: u8, y: u8) {
    mir! {
        let p: *const u8;
        let q: *const u8;
        let order: i32;
        let z: u64;
        {
            p = addr_of!(x);
            q = addr_of!(y);
            Call(order = core::intrinsics::compare_bytes(p, q, 1_usize), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(z = core::intrinsics::unchecked_shl(1_u64, order), ReturnTo(b2), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8), kvant::hide(1_u8)))
}
