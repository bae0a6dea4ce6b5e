// A switch on a char compares the whole of it.
//~ OBSERVES: 0 u8 2

fn start(c: char) {
    mir! {
        let unit: ();
        let r: u8;
        {
            match c {
                'a' => plain,
                '\u{161}' => caron,
                _ => other,
            }
        }
        plain = {
            r = 1_u8;
            Goto(report)
        }
        caron = {
            r = 2_u8;
            Goto(report)
        }
        other = {
            r = 3_u8;
            Goto(report)
        }
        report = {
            Call(unit = kvant::observe_u8(0_u32, r), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide('\u{161}')))
}
