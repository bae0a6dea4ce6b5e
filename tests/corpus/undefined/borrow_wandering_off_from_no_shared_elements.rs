// What was read on the way from a shared reference to no elements does not change while the call runs.

#[inline(never)]
fn touch(none: &[u8; 0], p: *mut u8) -> u8 {
    mir! {
        let q: *const [u8; 0];
        let s: *const u8;
        let y: u8;
        {
            q = addr_of!(*none);
            s = q as *const u8;
            y = *s;
            *p = 2; //~ UB: borrow
            RET = y + *s;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        let q: *mut [u8; 0];
        let none: &[u8; 0];
        let y: u8;
        {
            p = addr_of_mut!(x);
            q = p as *mut [u8; 0];
            none = &*q;
            Call(y = touch(none, p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
