// Only the sign of it is certain.

fn start(x: u8) {
    mir! {
        let unit: ();
        let y: u8;
        let p: *const u8;
        let q: *const u8;
        let c: i32;
        {
            y = 2_u8;
            p = addr_of!(x);
            q = addr_of!(y);
            Call(c = core::intrinsics::compare_bytes(p, q, 1_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_i32(0_u32, c), ReturnTo(next_2), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
