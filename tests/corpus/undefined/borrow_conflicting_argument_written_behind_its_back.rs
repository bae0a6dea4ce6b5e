// That somebody else read an argument's place does not mean that somebody else may write there.

fn look(r: &mut u32, p: *mut u32) -> u32 {
    mir! {
        {
            RET = *p;
            *p = 8; //~ UB: borrow
            RET = RET + *r;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let y: u32;
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            Call(y = look(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
