// A raw pointer made from a mutable reference may go to the neighbouring element, which nobody else used
// since.
//~ FINE: borrow
//~ OBSERVES: 1 u8 9
//~ OBSERVES: 2 u8 8

fn start(x: u8, i: usize) {
    mir! {
        let array: [u8; 2];
        let r: &mut u8;
        let p: *mut u8;
        let nothing: ();
        {
            array = [x; 2];
            r = &mut array[i];
            p = addr_of_mut!(*r);
            p = Offset(p, 1_isize);
            *p = 8;
            *r = 9;
            Call(nothing = kvant::observe_u8(1, array[i]), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            i = 1;
            Call(nothing = kvant::observe_u8(2, array[i]), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize)))
}
