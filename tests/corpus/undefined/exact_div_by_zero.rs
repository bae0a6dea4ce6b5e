// `exact_div` by zero is undefined, of 0 too.

fn start(a: u8, b: u8) {
    mir! {
        let y: u8;
        {
            Call(y = core::intrinsics::exact_div(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: division-by-zero
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u8), kvant::hide(0_u8)))
}
