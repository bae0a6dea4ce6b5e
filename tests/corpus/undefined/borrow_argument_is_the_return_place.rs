// A function cannot hold a reference to the place that its result goes to.

fn next(r: &u32) -> u32 {
    mir! {
        {
            RET = *r + 1;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &u32;
        {
            r = &x;
            Call(x = next(r), ReturnTo(b1), UnwindUnreachable()) //~ UB: borrow
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
