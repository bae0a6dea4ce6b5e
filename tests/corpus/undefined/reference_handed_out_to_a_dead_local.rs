// A reference that a function returns must be valid when its locals are gone, whether it is used or not.

fn leak(x: u8) -> &u8 {
    mir! {
        let own: u8;
        {
            own = x;
            RET = &own;
            Return() //~ UB: dangling
        }
    }
}

fn start(x: u8) {
    mir! {
        let r: &u8;
        {
            Call(r = leak(x), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            x = *r;
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
