// An enum goes in by value and comes out as another variant.
//~ OBSERVES: 0 i16 2
//~ OBSERVES: 1 i16 1
//~ OBSERVES: 2 i32 3
//~ OBSERVES: 3 isize 1
//~ OBSERVES: 4 isize 2

enum Value {
    Int(i32),
    Pair(i16, i16),
    Nothing,
}

fn turn(value: Value) -> Value {
    mir! {
        let d: isize;
        let x: i32;
        let a: i16;
        let b: i16;
        {
            d = Discriminant(value);
            match d {
                0 => int,
                1 => pair,
                _ => nothing,
            }
        }
        int = {
            x = Field::<i32>(Variant(value, 0), 0);
            a = x as i16;
            x = x >> 16_i32;
            b = x as i16;
            RET = Value::Pair(a, b);
            Return()
        }
        pair = {
            a = Field::<i16>(Variant(value, 1), 0);
            b = Field::<i16>(Variant(value, 1), 1);
            a = a + b;
            x = a as i32;
            RET = Value::Int(x);
            Return()
        }
        nothing = {
            RET = Value::Nothing;
            Return()
        }
    }
}

fn start(x: i32) {
    mir! {
        let unit: ();
        let value: Value;
        let pair: Value;
        let int: Value;
        let d: isize;
        {
            value = Value::Int(x);
            Call(pair = turn(value), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_i16(0_u32, Field::<i16>(Variant(pair, 1), 0)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_i16(1_u32, Field::<i16>(Variant(pair, 1), 1)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(int = turn(pair), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_i32(2_u32, Field::<i32>(Variant(int, 0), 0)), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            value = Value::Nothing;
            Call(value = turn(int), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            d = Discriminant(value);
            Call(unit = kvant::observe_isize(3_u32, d), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            pair = Value::Nothing;
            Call(int = turn(pair), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            d = Discriminant(int);
            Call(unit = kvant::observe_isize(4_u32, d), ReturnTo(next_9), UnwindUnreachable())
        }
        next_9 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(65538_i32)))
}
