// Of two arguments that are references to one place, one of them mutable, none may be written through.

fn both(r: &mut u32, s: &u32) -> u32 {
    mir! {
        let y: u32;
        {
            y = *s;
            *r = y + 1; //~ UB: borrow
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
            Call(y = both(Move(r), s), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
