// There is only one way to go, whatever the number is.
//~ FINE: uninitialised
//~ OBSERVES: 1 u8 7

fn start(x: u8) {
    mir! {
        let y: u8;
        let unit: ();
        {
            y = x;
            match y {
                _ => then,
            }
        }
        then = {
            Call(unit = kvant::observe_u8(1_u32, y), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
