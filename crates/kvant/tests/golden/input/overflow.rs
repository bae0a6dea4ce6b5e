#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(x: i8) {
    mir! {
        let unit: ();
        {
            x = x / 0_i8;
            Call(unit = kvant::observe_i8(7_u32, x), ReturnTo(end), UnwindUnreachable())
        }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(3_i8))) }
