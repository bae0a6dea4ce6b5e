// An enum cannot be copied once the reference in its variant is over.

enum Maybe { No, Yes(&u32) }

fn start(x: u32) {
    mir! {
        let maybe: Maybe;
        let copy: Maybe;
        let r: &u32;
        {
            r = &x;
            maybe = Maybe::Yes(r);
            x = 8;
            copy = maybe; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
