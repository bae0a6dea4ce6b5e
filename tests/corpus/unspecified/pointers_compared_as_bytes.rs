// Equal bytes or not: they are addresses.

fn start(x: u8) {
    mir! {
        let p: *const u8;
        let q: *const *const u8;
        let b: *const u8;
        let c: i32;
        {
            p = addr_of!(x);
            q = addr_of!(p);
            b = q as *const u8;
            Call(c = core::intrinsics::compare_bytes(b, b, 8_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: pointer-as-integer
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
