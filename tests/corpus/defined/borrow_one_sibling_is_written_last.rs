// One of two mutable siblings may write once the other is not needed any more.
//~ FINE: borrow
//~ OBSERVES: 1 u32 15

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
            *r = y;
            *r = *r + 1;
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
