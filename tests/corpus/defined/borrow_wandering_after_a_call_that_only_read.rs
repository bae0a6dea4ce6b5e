// A function that only read through its argument reads once more at its end, which leaves others their
// rights.
//~ FINE: borrow
//~ OBSERVES: 1 u8 107
//~ OBSERVES: 2 u8 10

fn look(r: &mut u8, other: *mut u8, kept: *mut *mut u8) {
    mir! {
        let q: *mut u8;
        let s: &mut u8;
        let y: u8;
        {
            y = *r;
            other = Offset(other, 1_isize);
            s = &mut *other;
            *s = y + 1;
            q = addr_of_mut!(*s);
            *kept = q;
            Return()
        }
    }
}

fn start(x: u8, i: usize) {
    mir! {
        let array: [u8; 2];
        let p: *mut u8;
        let r: &mut u8;
        let kept: *mut u8;
        let to_kept: *mut *mut u8;
        let nothing: ();
        {
            array = [x; 2];
            p = addr_of_mut!(array[i]);
            r = &mut *p;
            to_kept = addr_of_mut!(kept);
            Call(nothing = look(Move(r), p, to_kept), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *kept = *kept + 2;
            kept = Offset(kept, -1_isize);
            *kept = *kept + 100;
            Call(nothing = kvant::observe_u8(1, array[i]), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            i = 1;
            Call(nothing = kvant::observe_u8(2, array[i]), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize)))
}
