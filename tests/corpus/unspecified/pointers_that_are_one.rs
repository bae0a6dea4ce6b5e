// A callee that copies is called with one place twice.

fn copy(from: *const [u16; 4], to: *mut [u16; 4]) {
    mir! {
        {
            *to = *from; //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn start(x: u16) {
    mir! {
        let a: [u16; 4];
        let b: [u16; 4];
        let from: *const [u16; 4];
        let to: *mut [u16; 4];
        let nothing: ();
        {
            a = [x; 4];
            from = addr_of!(a);
            to = addr_of_mut!(b);
            Call(nothing = copy(from, to), ReturnTo(first), UnwindContinue())
        }
        first = {
            to = addr_of_mut!(a);
            Call(nothing = copy(from, to), ReturnTo(second), UnwindContinue())
        }
        second = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u16)))
}
