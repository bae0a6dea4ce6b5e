// A field without bytes is a field: layouts are not promised.

enum Maybe {
    No,
    Yes(()),
}

fn start() {
    mir! {
        let maybe: Maybe;
        let p: *mut Maybe;
        {
            maybe = Maybe::No;
            p = addr_of_mut!(maybe);
            SetDiscriminant(*p, 1); //~ UNSPECIFIED: set-data-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
