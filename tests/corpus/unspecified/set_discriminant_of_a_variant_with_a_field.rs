// If the discriminant is kept in the field, nothing is written.

enum Maybe {
    No,
    Yes(bool),
}

fn start() {
    mir! {
        let maybe: Maybe;
        {
            maybe = Maybe::No;
            SetDiscriminant(maybe, 1); //~ UNSPECIFIED: set-data-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
