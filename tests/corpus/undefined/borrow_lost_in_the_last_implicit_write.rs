// At its end a function writes once more what it wrote through its argument, and that is foreign to a
// reference whose pointer later wanders there.

fn set(r: &mut u8, other: *mut u8, kept: *mut *mut u8) {
    mir! {
        let q: *mut u8;
        let s: &mut u8;
        {
            *r = 8;
            other = Offset(other, 1_isize);
            s = &mut *other;
            *s = 9;
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
            Call(nothing = set(Move(r), p, to_kept), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *kept = 10;
            kept = Offset(kept, -1_isize);
            x = *kept; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize)))
}
