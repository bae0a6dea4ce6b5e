// To swap, use a third place.
//~ FINE: overlapping-assignment
//~ OBSERVES: 1 u8 4
//~ OBSERVES: 2 u8 3

fn start(x: u8) {
    mir! {
        let pair: (u8, u8);
        let swapped: (u8, u8);
        let nothing: ();
        {
            pair = (x, 4);
            swapped = (pair.1, pair.0);
            pair = swapped;
            Call(nothing = kvant::observe_u8(1, pair.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_u8(2, pair.1), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
