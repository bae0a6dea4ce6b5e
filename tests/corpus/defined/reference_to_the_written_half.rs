// A reference to the initialised part of something is fine.
//~ FINE: uninitialised-referent
//~ OBSERVES: 1 u32 8

fn start(x: u32) {
    mir! {
        let pair: (u32, u8);
        let r: &mut u32;
        let nothing: ();
        {
            pair.0 = x;
            r = &mut pair.0;
            *r = *r + 1;
            Call(nothing = kvant::observe_u32(1, pair.0), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
