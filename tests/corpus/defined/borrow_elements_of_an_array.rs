// Elements of an array are borrowed one by one.
//~ FINE: borrow
//~ OBSERVES: 1 u8 3
//~ OBSERVES: 2 u8 5

fn start(x: u8, i: usize, j: usize) {
    mir! {
        let array: [u8; 3];
        let first: &mut u8;
        let second: &mut u8;
        let all: &[u8; 3];
        let nothing: ();
        {
            array = [x; 3];
            first = &mut array[i];
            second = &mut array[j];
            *first = 1;
            *second = 2;
            *first = *first + *second;
            i = 2;
            array[i] = 9;
            *second = *second + *first;
            all = &array;
            i = 0;
            Call(nothing = kvant::observe_u8(1, (*all)[i]), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(2, (*all)[j]), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize), kvant::hide(1_usize)))
}
