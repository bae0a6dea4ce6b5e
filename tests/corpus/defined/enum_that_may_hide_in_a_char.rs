// A `char` has many values to spare for variants without fields.
//~ OBSERVES: 0 isize 0
//~ OBSERVES: 1 char 0x10ffff
//~ OBSERVES: 2 isize 4
//~ OBSERVES: 3 isize 2
//~ OBSERVES: 4 isize 0

enum Key {
    Letter(char),
    Left,
    Right,
    Up,
    Down,
}

fn start(x: char) {
    mir! {
        let unit: ();
        let key: Key;
        let d: isize;
        {
            key = Key::Letter(x);
            d = Discriminant(key);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_char(1_u32, Field::<char>(Variant(key, 0), 0)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            key = Key::Down;
            d = Discriminant(key);
            Call(unit = kvant::observe_isize(2_u32, d), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            SetDiscriminant(key, 2);
            d = Discriminant(key);
            Call(unit = kvant::observe_isize(3_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            key = Key::Letter('a');
            d = Discriminant(key);
            Call(unit = kvant::observe_isize(4_u32, d), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide('\u{10ffff}')))
}
