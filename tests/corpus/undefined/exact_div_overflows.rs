// `exact_div` of the smallest integer by -1 is undefined, though nothing is left over.

fn start(a: i8, b: i8) {
    mir! {
        let y: i8;
        {
            Call(y = core::intrinsics::exact_div(a, b), ReturnTo(b1), UnwindUnreachable()) //~ UB: division-overflow
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-128_i8), kvant::hide(-1_i8)))
}
