// The intrinsic is as strict as the operation.

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        {
            p = addr_of_mut!(x);
            Call(p = core::intrinsics::offset(p, 2_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UB: offset-out-of-bounds
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
