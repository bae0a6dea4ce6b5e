// What a function handed out is gone with its frame.

fn leak(x: u8) -> &u8 {
    mir! {
        let own: u8;
        {
            own = x;
            RET = &own;
            Return()
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
            x = *r; //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
