// `unchecked_div` by zero is undefined.

fn start(a: u16, b: u16) {
    mir! {
        let y: u16;
        {
            Call(y = core::intrinsics::unchecked_div(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: division-by-zero
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16), kvant::hide(0_u16)))
}
