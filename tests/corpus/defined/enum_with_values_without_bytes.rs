// Fields without bytes, and a payload that is all of it.
//~ OBSERVES: 0 isize 0
//~ OBSERVES: 1 isize 1
//~ OBSERVES: 2 u8 17

struct Empty {}

enum Odd {
    A(Empty, [u32; 0]),
    B(u8, Empty),
    C,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let empty: Empty;
        let none: [u32; 0];
        let odd: Odd;
        let d: isize;
        {
            empty = Empty {};
            none = [];
            odd = Odd::A(empty, none);
            d = Discriminant(odd);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            empty = Field::<Empty>(Variant(odd, 0), 0);
            odd = Odd::B(x, empty);
            d = Discriminant(odd);
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(2_u32, Field::<u8>(Variant(odd, 1), 0)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(17_u8)))
}
