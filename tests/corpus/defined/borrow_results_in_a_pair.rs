// A function splits what it was lent, and both halves are written through in turns.
//~ FINE: borrow
//~ OBSERVES: 1 u8 23
//~ OBSERVES: 2 u8 15

#[inline(never)]
fn split(r: &mut [u8; 2], i: usize, j: usize) -> (&mut u8, &mut u8) {
    mir! {
        let a: &mut u8;
        let b: &mut u8;
        {
            a = &mut (*r)[i];
            b = &mut (*r)[j];
            RET = (Move(a), Move(b));
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let array: [u8; 2];
        let r: &mut [u8; 2];
        let pair: (&mut u8, &mut u8);
        let a: &mut u8;
        let b: &mut u8;
        let i: usize;
        let nothing: ();
        {
            array = [x; 2];
            r = &mut array;
            Call(pair = split(Move(r), 0_usize, 1_usize), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            a = Move(pair.0);
            b = Move(pair.1);
            *a = *a + 1;
            *b = *b + *a;
            *a = *a + *b;
            i = 0;
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
    kvant::run(|| start(kvant::hide(7_u8)))
}
