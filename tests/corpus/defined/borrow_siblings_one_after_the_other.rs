// Mutable references to one place may follow each other.
//~ FINE: borrow
//~ OBSERVES: 1 u32 16

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let nothing: ();
        {
            r = &mut x;
            *r = *r + 1;
            s = &mut x;
            *s = *s * 2;
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
