// Who reads behind a mutable reference that was written through leaves it readable.
//~ FINE: borrow
//~ OBSERVES: 1 u32 16

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let y: u32;
        let nothing: ();
        {
            r = &mut x;
            *r = 8;
            y = x;
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
