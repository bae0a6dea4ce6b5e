// Two mutable references to one place may live together as long as nobody writes.
//~ FINE: borrow
//~ OBSERVES: 1 u32 21

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let y: u32;
        let nothing: ();
        {
            r = &mut x;
            s = &mut x;
            y = *r + *s;
            y = y + *r;
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
