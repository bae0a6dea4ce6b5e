// What stands in a block that is never entered is never done.
//~ FINE: index-out-of-bounds
//~ FINE: division-by-zero
//~ FINE: unreachable-reached
//~ OBSERVES: 1 u8 3

fn start(x: u8) {
    mir! {
        let list: [u8; 2];
        let far: usize;
        let zero: u8;
        let nothing: ();
        {
            far = 2;
            zero = 0;
            match x {
                3 => fine,
                0 => outside,
                1 => divides,
                _ => nowhere,
            }
        }
        outside = {
            x = list[far];
            Goto(fine)
        }
        divides = {
            x = x / zero;
            Goto(fine)
        }
        nowhere = {
            Unreachable()
        }
        fine = {
            Call(nothing = kvant::observe_u8(1, x), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
