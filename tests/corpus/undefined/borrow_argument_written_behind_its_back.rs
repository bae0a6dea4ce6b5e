// A function's mutable argument is its own while it runs, even if it is not used.

fn set(r: &mut u32, p: *mut u32) {
    mir! {
        {
            *p = 8; //~ UB: borrow
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
            Call(nothing = set(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
