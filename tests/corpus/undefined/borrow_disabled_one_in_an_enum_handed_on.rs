// The reference in the enum is retagged for the call, though it is not used there.

enum Maybe {
    No,
    Yes(&u32),
}

fn which(maybe: Maybe) -> isize {
    mir! {
        {
            RET = Discriminant(maybe);
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        let r: &u32;
        let maybe: Maybe;
        let d: isize;
        {
            p = addr_of_mut!(x);
            r = &*p;
            maybe = Maybe::Yes(r);
            *p = 8;
            Call(d = which(maybe), ReturnTo(then), UnwindUnreachable()) //~ UB: borrow
        }
        then = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
