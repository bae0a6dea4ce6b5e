// Where a reference was moved from, another may come to.
//~ FINE: uninitialised
//~ OBSERVES: 1 u32 9

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let nothing: ();
        {
            r = &mut x;
            s = Move(r);
            *s = 8;
            r = &mut *s;
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
