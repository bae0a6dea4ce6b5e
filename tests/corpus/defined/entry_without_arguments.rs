// A program may observe constants, and the same site many times.
//~ OBSERVES: 7 i8 -5
//~ OBSERVES: 7 i8 -5
//~ OBSERVES: 0 u64 18446744073709551615
//~ OBSERVES: 4294967295 bool false

fn start() {
    mir! {
        let turn: u8;
        let nothing: ();
        {
            turn = 0;
            Goto(again)
        }
        again = {
            turn = turn + 1;
            Call(nothing = kvant::observe_i8(7, -5), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            match turn {
                2 => enough,
                _ => again,
            }
        }
        enough = {
            Call(nothing = kvant::observe_u64(0, 18446744073709551615), ReturnTo(after_0), UnwindContinue())
        }
        after_0 = {
            Call(nothing = kvant::observe_bool(4294967295, false), ReturnTo(after_4294967295), UnwindContinue())
        }
        after_4294967295 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
