// What a parent reads is foreign to its child, which may still read.
//~ FINE: borrow
//~ OBSERVES: 1 u32 16

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let y: u32;
        let nothing: ();
        {
            r = &mut x;
            s = &mut *r;
            *s = 8;
            y = *r;
            y = y + *s;
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
