// `(x,)` is a tuple.
//~ OBSERVES: 1 i128 -1

fn start(x: i128) {
    mir! {
        let one: (i128,);
        let nested: ((i128,), u8);
        let nothing: ();
        {
            one = (x,);
            nested = (one, 1);
            Call(nothing = kvant::observe_i128(1, nested.0.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-1_i128)))
}
