// A reference to no elements is a reference all the same: what is written through it on the way is its own.

#[inline(never)]
fn touch(none: &mut [u8; 0], p: *mut u8) -> u8 {
    mir! {
        let q: *mut [u8; 0];
        let s: *mut u8;
        {
            q = addr_of_mut!(*none);
            s = q as *mut u8;
            *s = 1;
            *p = 2; //~ UB: borrow
            RET = *s;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        let q: *mut [u8; 0];
        let none: &mut [u8; 0];
        let y: u8;
        {
            p = addr_of_mut!(x);
            q = p as *mut [u8; 0];
            none = &mut *q;
            Call(y = touch(Move(none), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
