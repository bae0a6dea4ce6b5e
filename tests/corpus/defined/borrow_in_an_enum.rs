// A reference in a variant comes along only while the enum is of that variant.
//~ FINE: borrow
//~ OBSERVES: 1 u32 7
//~ OBSERVES: 2 isize 0

enum Maybe { No, Yes(&u32) }

fn start(x: u32) {
    mir! {
        let maybe: Maybe;
        let copy: Maybe;
        let r: &u32;
        let which: isize;
        let nothing: ();
        {
            r = &x;
            maybe = Maybe::Yes(r);
            copy = maybe;
            r = Field::<&u32>(Variant(copy, 1), 0);
            Call(nothing = kvant::observe_u32(1, *r), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            maybe = Maybe::No;
            x = 8;
            copy = maybe;
            which = Discriminant(copy);
            Call(nothing = kvant::observe_isize(2, which), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
