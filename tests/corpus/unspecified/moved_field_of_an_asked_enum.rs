// Without a promised layout, the discriminant may be kept in the field that is missing.

enum Maybe {
    No,
    Yes(bool, u8),
}

fn start(x: bool) {
    mir! {
        let maybe: Maybe;
        let y: bool;
        let d: isize;
        {
            maybe = Maybe::Yes(x, 1_u8);
            y = Move(Field::<bool>(Variant(maybe, 1), 0));
            d = Discriminant(maybe); //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(true)))
}
