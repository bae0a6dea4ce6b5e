// One of the two is over when the pair is made of them.

fn both(p: *mut (u32, u32)) -> (&u32, &u32) {
    mir! {
        let a: &u32;
        let b: &u32;
        {
            a = &(*p).0;
            b = &(*p).1;
            (*p).1 = 8;
            RET = (a, b); //~ UB: borrow
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let t: (u32, u32);
        let p: *mut (u32, u32);
        let refs: (&u32, &u32);
        {
            t = (x, x);
            p = addr_of_mut!(t);
            Call(refs = both(p), ReturnTo(then), UnwindUnreachable())
        }
        then = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
