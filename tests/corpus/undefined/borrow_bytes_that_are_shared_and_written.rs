// The one byte in which two arguments overlap cannot be written through the mutable one.

fn overlap(r: &mut [u8; 2], s: &[u8; 2]) -> u8 {
    mir! {
        let i: usize;
        {
            i = 0;
            (*r)[i] = 1;
            i = 1;
            (*r)[i] = 2; //~ UB: borrow
            i = 0;
            RET = (*s)[i];
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
        {
            array = [1, 20, x];
            whole = addr_of_mut!(array);
            p = whole as *mut u8;
            q = Offset(p, 1_isize);
            front = p as *mut [u8; 2];
            back = q as *mut [u8; 2];
            r = &mut *front;
            s = &*back;
            Call(x = overlap(Move(r), s), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
