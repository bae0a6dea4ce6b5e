// A pointer made from a reference to no elements may wander off to where nobody else goes meanwhile.
//~ FINE: borrow
//~ OBSERVES: 1 u8 8
//~ OBSERVES: 2 u8 16

#[inline(never)]
fn touch(none: &mut [u8; 0]) -> u8 {
    mir! {
        let q: *mut [u8; 0];
        let s: *mut u8;
        {
            q = addr_of_mut!(*none);
            s = q as *mut u8;
            *s = *s + 1;
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
        let nothing: ();
        {
            p = addr_of_mut!(x);
            q = p as *mut [u8; 0];
            none = &mut *q;
            Call(y = touch(Move(none)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *p = *p * 2;
            Call(nothing = kvant::observe_u8(1, y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u8(2, x), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
