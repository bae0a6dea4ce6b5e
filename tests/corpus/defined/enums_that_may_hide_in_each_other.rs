// Every variant without fields may be a spare value of one `bool`.
//~ OBSERVES: 0 isize 0
//~ OBSERVES: 1 isize 3
//~ OBSERVES: 2 isize 0
//~ OBSERVES: 3 isize 1
//~ OBSERVES: 4 isize 3
//~ OBSERVES: 5 isize 2

enum In {
    T(bool),
    A,
    B,
    C,
}

enum Out {
    X(In),
    P,
    Q,
    R(u8),
}

fn start(x: bool) {
    mir! {
        let unit: ();
        let i: In;
        let o: Out;
        let d: isize;
        {
            i = In::C;
            o = Out::X(i);
            d = Discriminant(o);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            d = Discriminant(Field::<In>(Variant(o, 0), 0));
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            SetDiscriminant(Field::<In>(Variant(o, 0), 0), 1);
            d = Discriminant(o);
            Call(unit = kvant::observe_isize(2_u32, d), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            d = Discriminant(Field::<In>(Variant(o, 0), 0));
            Call(unit = kvant::observe_isize(3_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            o = Out::R(200_u8);
            d = Discriminant(o);
            Call(unit = kvant::observe_isize(4_u32, d), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            SetDiscriminant(o, 2);
            d = Discriminant(o);
            Call(unit = kvant::observe_isize(5_u32, d), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(true)))
}
