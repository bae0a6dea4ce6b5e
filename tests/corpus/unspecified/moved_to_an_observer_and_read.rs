// An observer is a call that the value is moved to.

fn start(x: u8) {
    mir! {
        let unit: ();
        {
            Call(unit = kvant::observe_u8(0_u32, Move(x)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(1_u32, x), ReturnTo(next_2), UnwindUnreachable()) //~ UNSPECIFIED: moved-place
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4_u8)))
}
