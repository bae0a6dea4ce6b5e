// A copied scalar would be fine.

fn next(x: u8) -> u8 {
    mir! {
        {
            RET = x + 1_u8;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        {
            Call(x = next(x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(0_u32, x), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(x = next(Move(x)), ReturnTo(next_3), UnwindUnreachable()) //~ UNSPECIFIED: overlapping-return-place
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
