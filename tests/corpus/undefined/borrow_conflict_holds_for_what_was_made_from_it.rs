// While the call runs, a reborrow of the argument cannot write either.

fn set(r: &mut u32, p: *mut u32) -> u32 {
    mir! {
        let s: &mut u32;
        {
            RET = *p;
            s = &mut *r;
            *s = 8; //~ UB: borrow
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
            Call(y = set(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
