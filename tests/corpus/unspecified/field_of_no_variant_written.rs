// Before it is any variant, it has the fields of none.

enum Maybe {
    No,
    Yes(u8),
}

fn start(x: u8) {
    mir! {
        let maybe: Maybe;
        {
            place!(Field::<u8>(Variant(maybe, 1), 0)) = x; //~ UNSPECIFIED: inactive-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
