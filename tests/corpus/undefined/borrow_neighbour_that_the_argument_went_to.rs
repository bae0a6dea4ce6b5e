// A byte beyond a function's argument is protected too once the function got there through the argument.

fn both(r: &mut u8, p: *mut u8) -> u8 {
    mir! {
        let q: *mut u8;
        {
            q = addr_of_mut!(*r);
            q = Offset(q, 1_isize);
            *q = 8;
            p = Offset(p, 1_isize);
            RET = *p; //~ UB: borrow
            Return()
        }
    }
}

fn start(x: u8, i: usize) {
    mir! {
        let array: [u8; 2];
        let r: &mut u8;
        let p: *mut u8;
        {
            array = [x; 2];
            p = addr_of_mut!(array[i]);
            r = &mut *p;
            Call(x = both(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize)))
}
