// A function hands out a part of what it was lent, and the caller writes there while its own reference
// waits.
//~ FINE: borrow
//~ OBSERVES: 1 u16 17
//~ OBSERVES: 2 u16 7

fn element(r: &mut [u16; 3], i: usize) -> &mut u16 {
    mir! {
        {
            (*r)[i] = (*r)[i] + 1;
            RET = &mut (*r)[i];
            Return()
        }
    }
}

fn start(x: u16, i: usize) {
    mir! {
        let array: [u16; 3];
        let all: &mut [u16; 3];
        let lent: &mut [u16; 3];
        let one: &mut u16;
        let nothing: ();
        {
            array = [x; 3];
            all = &mut array;
            lent = &mut *all;
            Call(one = element(Move(lent), i), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *one = *one * 2;
            (*all)[i] = (*all)[i] + 1;
            Call(nothing = kvant::observe_u16(1, array[i]), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            i = 0;
            Call(nothing = kvant::observe_u16(2, array[i]), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16), kvant::hide(2_usize)))
}
