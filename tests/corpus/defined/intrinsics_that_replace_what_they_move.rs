// The operands are read before the result is written.
//~ OBSERVES: 0 u32 83886080
//~ OBSERVES: 1 u32 83886088

fn start(x: u32) {
    mir! {
        let unit: ();
        let y: u32;
        let p: *const u32;
        {
            y = x;
            p = addr_of!(y);
            Call(y = core::intrinsics::bswap(Move(y)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(0_u32, *p), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(y = core::intrinsics::wrapping_add(Move(y), 8_u32), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u32(1_u32, *p), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(5_u32)))
}
