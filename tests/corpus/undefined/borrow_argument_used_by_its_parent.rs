// A function that was lent a reference is protected from the one it was made from.

fn inner(r: &mut u32, p: *mut u32) {
    mir! {
        {
            *r = 8;
            *p = 9; //~ UB: borrow
            Return()
        }
    }
}

fn outer(r: &mut u32) {
    mir! {
        let p: *mut u32;
        let s: &mut u32;
        let nothing: ();
        {
            p = addr_of_mut!(*r);
            s = &mut *r;
            Call(nothing = inner(Move(s), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let nothing: ();
        {
            r = &mut x;
            Call(nothing = outer(Move(r)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
