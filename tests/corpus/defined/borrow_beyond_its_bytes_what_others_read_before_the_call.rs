// The argument is to the second byte. The first, where it goes, had a foreign read before the call only.
//~ FINE: borrow
//~ OBSERVES: 1 u8 7
//~ OBSERVES: 2 u8 9

fn inner(second: &mut u8, whole: *mut u8) -> u8 {
    mir! {
        let p: *mut u8;
        let y: u8;
        {
            p = addr_of_mut!(*second);
            p = Offset(p, -1_isize);
            *p = 9;
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
            Call(unit = kvant::observe_u8(1_u32, y), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            y = *whole;
            Call(unit = kvant::observe_u8(2_u32, y), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
