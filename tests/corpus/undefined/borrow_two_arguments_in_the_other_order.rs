// The shared argument, which came first, is protected from the mutable one.

fn both(s: &u32, r: &mut u32) -> u32 {
    mir! {
        {
            *r = 8; //~ UB: borrow
            RET = *s;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &u32;
        let y: u32;
        {
            r = &mut x;
            s = &x;
            Call(y = both(s, Move(r)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
