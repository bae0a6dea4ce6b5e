// A reference that a write ended may lie around, and a new one is as good as the first was.
//~ FINE: borrow
//~ OBSERVES: 1 u32 8

fn start(x: u32) {
    mir! {
        let r: &u32;
        let s: &u32;
        let nothing: ();
        {
            r = &x;
            x = *r + 1;
            s = &x;
            Call(nothing = kvant::observe_u32(1, *s), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
