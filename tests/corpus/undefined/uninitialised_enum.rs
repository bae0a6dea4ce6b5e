// Nothing ever said which variant it is.

enum Maybe {
    No,
    Yes(u8),
}

fn start() {
    mir! {
        let maybe: Maybe;
        let d: isize;
        {
            d = Discriminant(maybe); //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
