// The argument is to the second byte. The first, where it goes, had a foreign read while the call ran.

fn inner(second: &mut u8, whole: *mut u8) -> u8 {
    mir! {
        let p: *mut u8;
        let y: u8;
        {
            y = *whole;
            p = addr_of_mut!(*second);
            p = Offset(p, -1_isize);
            *p = 9; //~ UB: borrow
            RET = *second;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let array: [u8; 2];
        let all: *mut [u8; 2];
        let whole: *mut u8;
        let first: &mut u8;
        let p: *mut u8;
        let second: &mut u8;
        let y: u8;
        let unit: ();
        {
            array = [x; 2];
            all = addr_of_mut!(array);
            whole = all as *mut u8;
            first = &mut *whole;
            y = *whole;
            p = addr_of_mut!(*first);
            p = Offset(p, 1_isize);
            second = &mut *p;
            Call(y = inner(Move(second), whole), ReturnTo(then), UnwindUnreachable())
        }
        then = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
