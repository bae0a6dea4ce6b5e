// A mutable reference that was not written through yet does not mind what others read.
//~ FINE: borrow
//~ OBSERVES: 1 u32 14

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &u32;
        let y: u32;
        let nothing: ();
        {
            r = &mut x;
            y = x;
            s = &x;
            y = y + *s;
            *r = y;
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
