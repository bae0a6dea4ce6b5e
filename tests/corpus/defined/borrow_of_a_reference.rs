// A reference to a reference reads it, and a mutable one replaces it.
//~ FINE: borrow
//~ OBSERVES: 1 u32 7
//~ OBSERVES: 2 u32 8

fn replace(place: &mut &u32, by: &u32) -> u32 {
    mir! {
        let old: &u32;
        {
            old = *place;
            *place = by;
            RET = *old;
            Return()
        }
    }
}

fn start(x: u32, y: u32) {
    mir! {
        let r: &u32;
        let s: &u32;
        let place: &mut &u32;
        let old: u32;
        let nothing: ();
        {
            r = &x;
            s = &y;
            place = &mut r;
            Call(old = replace(Move(place), s), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, old), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u32(2, *r), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32), kvant::hide(8_u32)))
}
