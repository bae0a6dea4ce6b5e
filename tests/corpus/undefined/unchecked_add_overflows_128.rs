// `unchecked_add` overflows in the widest integers too.

fn start(a: u128, b: u128) {
    mir! {
        let y: u128;
        {
            Call(y = core::intrinsics::unchecked_add(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: unchecked-overflow
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(340282366920938463463374607431768211455_u128), kvant::hide(1_u128)))
}
