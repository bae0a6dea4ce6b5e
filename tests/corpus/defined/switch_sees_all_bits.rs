// 256 is not 0 and 0x1_0000_0000_0000_0000 is not 0 either.
//~ OBSERVES: 1 u16 256
//~ OBSERVES: 2 u128 18446744073709551616

fn start(word: u16, wide: u128) {
    mir! {
        let nothing: ();
        {
            match word {
                0 => low,
                256 => right,
                _ => low,
            }
        }
        low = {
            Call(nothing = kvant::observe_u8(9, 9), ReturnTo(after_9), UnwindContinue())
        }
        after_9 = {
            Return()
        }
        right = {
            Call(nothing = kvant::observe_u16(1, word), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            match wide {
                0 => low,
                1 => low,
                _ => wide_right,
            }
        }
        wide_right = {
            Call(nothing = kvant::observe_u128(2, wide), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(256_u16), kvant::hide(18446744073709551616_u128)))
}
