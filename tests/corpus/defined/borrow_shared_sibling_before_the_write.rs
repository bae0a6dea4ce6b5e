// A shared reference and its mutable sibling may both read until one is written through.
//~ FINE: borrow
//~ OBSERVES: 1 u32 14

fn start(x: u32) {
    mir! {
        let r: &u32;
        let m: &mut u32;
        let y: u32;
        let nothing: ();
        {
            r = &x;
            m = &mut x;
            y = *m + *r;
            *m = y;
            Call(nothing = kvant::observe_u32(1, *m), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
