// Siblings in a variant do not overlap.
//~ OBSERVES: 0 u32 3
//~ OBSERVES: 1 u32 1

enum Pair {
    Both(u32, u32),
    None,
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let pair: Pair;
        {
            pair = Pair::Both(x, 2_u32);
            place!(Field::<u32>(Variant(pair, 0), 1)) = Field::<u32>(Variant(pair, 0), 0);
            place!(Field::<u32>(Variant(pair, 0), 0)) = 3_u32;
            Call(unit = kvant::observe_u32(0_u32, Field::<u32>(Variant(pair, 0), 0)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(1_u32, Field::<u32>(Variant(pair, 0), 1)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
