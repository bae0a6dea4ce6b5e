// A copied aggregate and its source go separate ways.
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u8 9
//~ OBSERVES: 3 u32 2

fn start(one: u8) {
    mir! {
        let a: (u8, u32);
        let b: (u8, u32);
        let nothing: ();
        {
            a = (one, 2);
            b = a;
            b.0 = 9;
            Call(nothing = kvant::observe_u8(1, a.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_u8(2, b.0), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Call(nothing = kvant::observe_u32(3, b.1), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
