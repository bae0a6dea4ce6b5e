// A shared reference may read on to the neighbour.
//~ FINE: borrow
//~ OBSERVES: 1 u8 9
//~ OBSERVES: 2 u8 7

fn start(x: u8, i: usize) {
    mir! {
        let array: [u8; 2];
        let r: &u8;
        let c: *const u8;
        let nothing: ();
        {
            array = [x, 9];
            r = &array[i];
            c = addr_of!(*r);
            c = Offset(c, 1_isize);
            Call(nothing = kvant::observe_u8(1, *c), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(2, *r), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize)))
}
