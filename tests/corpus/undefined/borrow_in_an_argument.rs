// A reference inside of an argument is protected like one that is an argument.

struct Holder { writer: &mut u32, other: u8 }

fn set(holder: Holder, p: *mut u32) {
    mir! {
        {
            *p = 8; //~ UB: borrow
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let holder: Holder;
        let w: &mut u32;
        let p: *mut u32;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            w = &mut *p;
            holder = Holder { writer: Move(w), other: 1 };
            Call(nothing = set(Move(holder), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
