// Two arguments that are references to parts of one array are both written through, in turns.
//~ FINE: borrow
//~ OBSERVES: 1 u8 25
//~ OBSERVES: 2 u8 9
//~ OBSERVES: 3 u8 17

fn both(r: &mut u8, s: &mut u8, p: *mut [u8; 3]) {
    mir! {
        let i: usize;
        {
            i = 2;
            *r = *r + 1;
            *s = *s + 2;
            (*p)[i] = *r + *s;
            *r = *r + (*p)[i];
            Return()
        }
    }
}

fn start(x: u8, i: usize, j: usize) {
    mir! {
        let array: [u8; 3];
        let r: &mut u8;
        let s: &mut u8;
        let p: *mut [u8; 3];
        let nothing: ();
        {
            array = [x; 3];
            p = addr_of_mut!(array);
            r = &mut (*p)[i];
            s = &mut (*p)[j];
            Call(nothing = both(Move(r), Move(s), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, array[i]), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u8(2, array[j]), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            i = 2;
            Call(nothing = kvant::observe_u8(3, array[i]), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize), kvant::hide(1_usize)))
}
