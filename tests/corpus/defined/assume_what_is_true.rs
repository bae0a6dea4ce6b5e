// A promise that is kept changes nothing, in every turn.
//~ FINE: assumed-false
//~ OBSERVES: 0 u8 3

fn start(x: u8) {
    mir! {
        let unit: ();
        let small: bool;
        let more: bool;
        let i: u8;
        {
            i = 0_u8;
            Assume(true);
            Goto(head)
        }
        head = {
            small = i < x;
            Assume(small);
            i = i + 1_u8;
            more = i < x;
            match more {
                true => head,
                _ => report,
            }
        }
        report = {
            Call(unit = kvant::observe_u8(0_u32, i), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
