// The enum has another variant by then, so no reference is made anew.
//~ FINE: borrow
//~ OBSERVES: 1 isize 0

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
        let unit: ();
        {
            p = addr_of_mut!(x);
            r = &*p;
            maybe = Maybe::Yes(r);
            *p = 8;
            maybe = Maybe::No;
            Call(d = which(maybe), ReturnTo(then), UnwindUnreachable())
        }
        then = {
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
