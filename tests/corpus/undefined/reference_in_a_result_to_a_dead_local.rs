// A reference inside of a result must be valid too.

fn leak(x: u8) -> (u8, &u8) {
    mir! {
        let own: u8;
        let r: &u8;
        {
            own = x;
            r = &own;
            RET = (x, r);
            Return() //~ UB: dangling
        }
    }
}

fn start(x: u8) {
    mir! {
        let pair: (u8, &u8);
        {
            Call(pair = leak(x), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
