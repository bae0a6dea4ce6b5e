// The arguments of all running functions are protected, not only those of the innermost.

fn inner(p: *mut u32) {
    mir! {
        {
            *p = 8; //~ UB: borrow
            Return()
        }
    }
}

fn outer(r: &mut u32, p: *mut u32) {
    mir! {
        let nothing: ();
        {
            Call(nothing = inner(p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            Call(nothing = outer(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
