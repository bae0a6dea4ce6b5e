// Once bits are a NaN, they are not certain to stay the same.

fn start(bits: u32) {
    mir! {
        let unit: ();
        let nan: f32;
        {
            nan = CastTransmute(bits);
            Call(unit = kvant::observe_f32(0_u32, nan), ReturnTo(end), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2143289345_u32)))
}
