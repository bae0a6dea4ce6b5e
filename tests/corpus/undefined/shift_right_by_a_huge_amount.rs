// `unchecked_shr` takes all of a wide amount, not only its low bits.

fn start(a: u16, b: u128) {
    mir! {
        let y: u16;
        {
            Call(y = core::intrinsics::unchecked_shr(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: shift-too-far
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(9_u16), kvant::hide(18446744073709551616_u128)))
}
