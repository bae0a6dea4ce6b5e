// Twice as many bytes as wrap around to none.

fn start(x: u32) {
    mir! {
        let unit: ();
        let p: *mut u32;
        {
            p = addr_of_mut!(x);
            Call(unit = core::intrinsics::write_bytes(p, 0_u8, 4611686018427387904_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UB: offset-overflow
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
