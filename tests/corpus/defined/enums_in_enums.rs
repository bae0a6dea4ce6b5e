// A path goes through one variant to another.
//~ OBSERVES: 0 isize 1
//~ OBSERVES: 1 isize 1
//~ OBSERVES: 2 u32 40
//~ OBSERVES: 3 u8 5
//~ OBSERVES: 4 u8 6
//~ OBSERVES: 5 u8 1
//~ OBSERVES: 6 isize 0
//~ OBSERVES: 7 isize 1

enum Inner {
    No,
    Yes(u8, u32),
}

enum Outer {
    Number(u16),
    Nested(u8, Inner),
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let inner: Inner;
        let outer: Outer;
        let d: isize;
        {
            inner = Inner::Yes(1_u8, x);
            outer = Outer::Nested(2_u8, inner);
            d = Discriminant(outer);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            d = Discriminant(Field::<Inner>(Variant(outer, 1), 1));
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u32(2_u32, Field::<u32>(Variant(Field::<Inner>(Variant(outer, 1), 1), 1), 1)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            place!(Field::<u8>(Variant(Field::<Inner>(Variant(outer, 1), 1), 1), 0)) = 5_u8;
            place!(Field::<u8>(Variant(outer, 1), 0)) = 6_u8;
            Call(unit = kvant::observe_u8(3_u32, Field::<u8>(Variant(Field::<Inner>(Variant(outer, 1), 1), 1), 0)), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u8(4_u32, Field::<u8>(Variant(outer, 1), 0)), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u8(5_u32, Field::<u8>(Variant(inner, 1), 0)), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            place!(Field::<Inner>(Variant(outer, 1), 1)) = Inner::No;
            d = Discriminant(Field::<Inner>(Variant(outer, 1), 1));
            Call(unit = kvant::observe_isize(6_u32, d), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            d = Discriminant(outer);
            Call(unit = kvant::observe_isize(7_u32, d), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(40_u32)))
}
