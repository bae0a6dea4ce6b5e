// A compiler may say which variant it is by a third value of the `bool`.
//~ OBSERVES: 0 isize 1
//~ OBSERVES: 1 isize 1
//~ OBSERVES: 2 bool false
//~ OBSERVES: 3 isize 1
//~ OBSERVES: 4 isize 0
//~ OBSERVES: 5 isize 1
//~ OBSERVES: 6 isize 0
//~ OBSERVES: 7 isize 0

enum Answer {
    None,
    Some(bool),
}

enum Twice {
    Never,
    Once(Answer),
}

fn start(x: bool) {
    mir! {
        let unit: ();
        let answer: Answer;
        let twice: Twice;
        let d: isize;
        {
            answer = Answer::Some(x);
            d = Discriminant(answer);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            place!(Field::<bool>(Variant(answer, 1), 0)) = false;
            d = Discriminant(answer);
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_bool(2_u32, Field::<bool>(Variant(answer, 1), 0)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            twice = Twice::Once(answer);
            d = Discriminant(twice);
            Call(unit = kvant::observe_isize(3_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            answer = Answer::None;
            d = Discriminant(answer);
            Call(unit = kvant::observe_isize(4_u32, d), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            twice = Twice::Once(answer);
            d = Discriminant(twice);
            Call(unit = kvant::observe_isize(5_u32, d), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            d = Discriminant(Field::<Answer>(Variant(twice, 1), 0));
            Call(unit = kvant::observe_isize(6_u32, d), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            SetDiscriminant(twice, 0);
            d = Discriminant(twice);
            Call(unit = kvant::observe_isize(7_u32, d), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(true)))
}
