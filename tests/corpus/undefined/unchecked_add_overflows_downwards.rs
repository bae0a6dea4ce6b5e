// `unchecked_add` beyond the lower bound is undefined.

fn start(a: i16, b: i16) {
    mir! {
        let y: i16;
        {
            Call(y = core::intrinsics::unchecked_add(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: unchecked-overflow
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-32768_i16), kvant::hide(-1_i16)))
}
