// The other variants might hide in the `bool`: then 2 would be another variant.

enum Maybe {
    No,
    Yes(bool),
}

fn start(x: u8) {
    mir! {
        let maybe: Maybe;
        let p: *mut bool;
        let q: *mut u8;
        let d: isize;
        {
            maybe = Maybe::Yes(true);
            p = addr_of_mut!(place!(Field::<bool>(Variant(maybe, 1), 0)));
            q = p as *mut u8;
            *q = x;
            d = Discriminant(maybe); //~ UB: invalid-bool
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8)))
}
