// rustc 1.95 and 1.97 at O2 and O3: SimplifyComparisonIntegral expects two targets and crashes.
//~ OBSERVES: 0 u8 1

#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(x: u32) {
    mir! {
        let unit: ();
        let equal: bool;
        let r: u8;
        {
            equal = x == 3_u32;
            match equal { false => no, true => yes, _ => neither }
        }
        no = { r = 0_u8; Goto(report) }
        yes = { r = 1_u8; Goto(report) }
        neither = { Unreachable() }
        report = { Call(unit = kvant::observe_u8(0_u32, r), ReturnTo(end), UnwindUnreachable()) }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(3_u32))) }
