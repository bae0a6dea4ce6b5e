// A field that was never written does not matter as long as nobody reads it.
//~ FINE: uninitialised
//~ OBSERVES: 1 u32 5
//~ OBSERVES: 2 u8 7

fn start(x: u32) {
    mir! {
        let pair: (u32, u8);
        let list: [u8; 3];
        let i: usize;
        let nothing: ();
        {
            pair.0 = x;
            Call(nothing = kvant::observe_u32(1, pair.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            i = 2;
            list[i] = 7;
            Call(nothing = kvant::observe_u8(2, list[i]), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(5_u32)))
}
