// A byte beyond a function's argument belongs to others as long as the function does not go there.
//~ FINE: borrow
//~ OBSERVES: 1 u8 9

fn both(r: &mut u8, p: *mut u8) -> u8 {
    mir! {
        {
            *r = 1;
            p = Offset(p, 1_isize);
            *p = 8;
            *r = *r + *p;
            RET = *r;
            Return()
        }
    }
}

fn start(x: u8, i: usize) {
    mir! {
        let array: [u8; 2];
        let r: &mut u8;
        let p: *mut u8;
        let nothing: ();
        {
            array = [x; 2];
            p = addr_of_mut!(array[i]);
            r = &mut *p;
            Call(x = both(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, x), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize)))
}
