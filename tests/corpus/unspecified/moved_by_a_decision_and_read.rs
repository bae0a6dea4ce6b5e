// A `match` moves as well as anything else.

fn start(x: bool) {
    mir! {
        {
            match Move(x) {
                true => yes,
                _ => no,
            }
        }
        no = {
            Return()
        }
        yes = {
            Assume(x); //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(true)))
}
