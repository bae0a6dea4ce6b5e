// A pointer is equal to itself, and neither before nor behind.
//~ FINE: pointer-comparison
//~ OBSERVES: 0 u8 42

fn start(x: u8) {
    mir! {
        let unit: ();
        let p: *const u8;
        let is: bool;
        let bit: u8;
        let sum: u8;
        {
            p = addr_of!(x);
            sum = 0_u8;
            is = p == p;
            bit = is as u8;
            sum = sum | bit;
            sum = sum << 1_u8;
            is = p != p;
            bit = is as u8;
            sum = sum | bit;
            sum = sum << 1_u8;
            is = p <= p;
            bit = is as u8;
            sum = sum | bit;
            sum = sum << 1_u8;
            is = p < p;
            bit = is as u8;
            sum = sum | bit;
            sum = sum << 1_u8;
            is = p >= p;
            bit = is as u8;
            sum = sum | bit;
            sum = sum << 1_u8;
            is = p > p;
            bit = is as u8;
            sum = sum | bit;
            Call(unit = kvant::observe_u8(0_u32, sum), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
