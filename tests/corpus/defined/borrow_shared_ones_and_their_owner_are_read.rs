// Any number of shared references and their owner may be read in any order.
//~ FINE: borrow
//~ OBSERVES: 1 u32 14
//~ OBSERVES: 2 u32 14
//~ OBSERVES: 3 u32 7

fn start(x: u32) {
    mir! {
        let r: &u32;
        let s: &u32;
        let t: &u32;
        let y: u32;
        let nothing: ();
        {
            r = &x;
            s = &x;
            t = &*r;
            y = *s + *t;
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            y = x + *r;
            Call(nothing = kvant::observe_u32(2, y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u32(3, *s), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
