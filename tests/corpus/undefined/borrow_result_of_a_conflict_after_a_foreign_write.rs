// What came out of a call in which somebody else read ends by a foreign write, like any other reference.

fn pass(r: &mut u32, p: *mut u32, seen: *mut u32) -> &mut u32 {
    mir! {
        {
            *seen = *p;
            RET = &mut *r;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let p: *mut u32;
        let seen: u32;
        let q: *mut u32;
        {
            p = addr_of_mut!(x);
            q = addr_of_mut!(seen);
            r = &mut *p;
            Call(s = pass(Move(r), p, q), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *p = 8;
            *s = 9; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
