// References to disjoint fields know nothing of each other, wherever those fields are.
//~ FINE: borrow
//~ OBSERVES: 1 u8 8
//~ OBSERVES: 2 u32 9
//~ OBSERVES: 3 u8 7
//~ OBSERVES: 4 u16 5

struct Three { a: u8, b: u32, c: (u8, u16) }

fn start(x: u8, y: u32) {
    mir! {
        let three: Three;
        let pair: (u8, u16);
        let a: &mut u8;
        let b: &mut u32;
        let c: &mut u16;
        let nothing: ();
        {
            pair = (x, 3);
            three = Three { a: x, b: y, c: pair };
            a = &mut three.a;
            b = &mut three.b;
            c = &mut three.c.1;
            *c = *c + 1;
            *a = *a + 1;
            *b = *b + 1;
            *c = *c + 1;
            Call(nothing = kvant::observe_u8(1, three.a), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(2, three.b), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u8(3, three.c.0), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_u16(4, three.c.1), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(8_u32)))
}
