// Every value of the `bool` leaves the variant as it is.
//~ FINE: inactive-variant
//~ OBSERVES: 0 isize 1
//~ OBSERVES: 1 isize 1
//~ OBSERVES: 2 bool false
//~ OBSERVES: 3 isize 2
//~ OBSERVES: 4 bool false

enum E {
    N,
    S(bool),
    T,
}

fn set(p: *mut bool, b: bool) {
    mir! {
        {
            *p = b;
            Return()
        }
    }
}

fn start(x: bool) {
    mir! {
        let unit: ();
        let e: E;
        let p: *mut bool;
        let d: isize;
        {
            e = E::S(x);
            p = addr_of_mut!(place!(Field::<bool>(Variant(e, 1), 0)));
            *p = true;
            d = Discriminant(e);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = set(p, x), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            d = Discriminant(e);
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_bool(2_u32, Field::<bool>(Variant(e, 1), 0)), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            SetDiscriminant(e, 2);
            d = Discriminant(e);
            Call(unit = kvant::observe_isize(3_u32, d), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            e = E::S(x);
            Call(unit = kvant::observe_bool(4_u32, *p), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(false)))
}
