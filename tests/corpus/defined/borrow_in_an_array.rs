// An array of references lends each of its elements.
//~ FINE: borrow
//~ OBSERVES: 1 u8 8
//~ OBSERVES: 2 u8 7
//~ OBSERVES: 3 u8 7

fn start(x: u8, y: u8, i: usize) {
    mir! {
        let array: [&u8; 2];
        let copy: [&u8; 2];
        let r: &u8;
        let s: &u8;
        let nothing: ();
        {
            r = &x;
            s = &y;
            array = [r, s];
            copy = array;
            r = copy[i];
            i = 0;
            s = copy[i];
            Call(nothing = kvant::observe_u8(1, *r), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(2, *s), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            array = [s; 2];
            i = 1;
            r = array[i];
            Call(nothing = kvant::observe_u8(3, *r), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(8_u8), kvant::hide(1_usize)))
}
