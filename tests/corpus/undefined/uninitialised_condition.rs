// Nobody knows where this goes.

fn start(x: u8) {
    mir! {
        let never: bool;
        let nothing: ();
        {
            match never { //~ UB: uninitialised
                true => yes,
                _ => no,
            }
        }
        yes = {
            Call(nothing = kvant::observe_u8(1, x), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
        no = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
