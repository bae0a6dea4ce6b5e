// Writing the same byte everywhere is writing.

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 2];
        let b: [u8; 2];
        let p: *mut [u8; 2];
        {
            a = [x; 2];
            p = addr_of_mut!(a);
            b = Move(a);
            Call(unit = core::intrinsics::write_bytes(p, 1_u8, 1_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: moved-place
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
