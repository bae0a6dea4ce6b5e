// A value of every variant, asked what it is and what it holds.
//~ OBSERVES: 0 isize 0
//~ OBSERVES: 1 isize 1
//~ OBSERVES: 2 u8 7
//~ OBSERVES: 3 isize 2
//~ OBSERVES: 4 i16 -3
//~ OBSERVES: 5 u64 18446744073709551615

enum Shape {
    Nothing,
    Dot(u8),
    Line { from: i16, to: u64 },
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let shape: Shape;
        let d: isize;
        {
            shape = Shape::Nothing;
            d = Discriminant(shape);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            shape = Shape::Dot(x);
            d = Discriminant(shape);
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(2_u32, Field::<u8>(Variant(shape, 1), 0)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            shape = Shape::Line { from: -3_i16, to: 18446744073709551615_u64 };
            d = Discriminant(shape);
            Call(unit = kvant::observe_isize(3_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_i16(4_u32, Field::<i16>(Variant(shape, 2), 0)), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u64(5_u32, Field::<u64>(Variant(shape, 2), 1)), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
