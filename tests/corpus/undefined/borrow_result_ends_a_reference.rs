// Where the result of a call goes, references end.

fn next(y: u32) -> u32 {
    mir! {
        {
            RET = y + 1;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &u32;
        {
            r = &x;
            Call(x = next(3), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            x = *r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
