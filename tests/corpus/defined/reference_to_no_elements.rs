// A reference to no elements of an array leaves all of them to others.
//~ FINE: borrow
//~ OBSERVES: 1 u8 8

#[inline(never)]
fn touch(none: &mut [u8; 0], p: *mut u8) -> u8 {
    mir! {
        {
            *p = *p + 1;
            RET = *p;
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
            Call(y = touch(Move(none), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
