// Arguments may overlap in bytes that nobody writes.
//~ FINE: borrow
//~ OBSERVES: 1 u8 27

fn overlap(r: &mut [u8; 2], s: &[u8; 2]) -> u8 {
    mir! {
        let i: usize;
        let y: u8;
        {
            i = 0;
            (*r)[i] = 1;
            i = 1;
            y = (*r)[i];
            RET = y + (*s)[i];
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let array: [u8; 3];
        let p: *mut u8;
        let q: *mut u8;
        let front: *mut [u8; 2];
        let back: *mut [u8; 2];
        let r: &mut [u8; 2];
        let s: &[u8; 2];
        let whole: *mut [u8; 3];
        let y: u8;
        let nothing: ();
        {
            array = [1, 20, x];
            whole = addr_of_mut!(array);
            p = whole as *mut u8;
            q = Offset(p, 1_isize);
            front = p as *mut [u8; 2];
            back = q as *mut [u8; 2];
            r = &mut *front;
            s = &*back;
            Call(y = overlap(Move(r), s), ReturnTo(b1), UnwindUnreachable())
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
