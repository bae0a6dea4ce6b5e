// The first turn makes an infinity, the second a NaN.

fn start(x: f32) {
    mir! {
        let unit: ();
        let turn: u8;
        let y: f32;
        {
            turn = 0_u8;
            Goto(head)
        }
        head = {
            x = x * 2.0_f32;
            y = x - f32::MAX;
            turn = turn + 1_u8;
            match turn {
                1 => again,
                _ => report,
            }
        }
        again = {
            x = -x;
            Goto(head)
        }
        report = {
            y = x + f32::INFINITY;
            Call(unit = kvant::observe_f32(0_u32, y), ReturnTo(end), UnwindUnreachable()) //~ UNSPECIFIED: open-value
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(f32::MAX)))
}
