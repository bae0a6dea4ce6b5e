// A mutable reference is moved from place to place, and only the last one is used.
//~ FINE: borrow
//~ OBSERVES: 1 u32 111

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let t: (&mut u32, u8);
        let u: &mut u32;
        let nothing: ();
        {
            r = &mut x;
            *r = 1;
            s = Move(r);
            *s = *s + 10;
            t = (Move(s), 0);
            u = Move(t.0);
            *u = *u + 100;
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
