// An intrinsic reads its operands before it writes its result, which may be where one of them was.
//~ FINE: overlapping-assignment
//~ OBSERVES: 1 u32 14
//~ OBSERVES: 2 u32 0
//~ OBSERVES: 3 u32 16
//~ OBSERVES: 4 bool false

fn start(x: u32, y: u32) {
    mir! {
        let pair: (u32, bool);
        let nothing: ();
        {
            Call(x = core::intrinsics::bswap(x), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(x = core::intrinsics::bswap(x), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(x = core::intrinsics::wrapping_add(x, x), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(x = core::intrinsics::saturating_sub(y, x), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_u32(2, x), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            pair = (y, true);
            Call(pair = core::intrinsics::add_with_overflow(pair.0, pair.0), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_u32(3, pair.0), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(nothing = kvant::observe_bool(4, pair.1), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32), kvant::hide(8_u32)))
}
