// That nothing was there before makes it no better.

enum Either {
    A(u32),
    B(u32),
}

fn start() {
    mir! {
        let either: Either;
        {
            SetDiscriminant(either, 0); //~ UNSPECIFIED: set-data-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
