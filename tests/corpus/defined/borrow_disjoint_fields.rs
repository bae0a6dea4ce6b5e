// References to disjoint fields know nothing of each other.
//~ FINE: borrow
//~ OBSERVES: 1 u16 11
//~ OBSERVES: 2 u32 22

#[repr(C)]
struct Pair { a: u16, b: u32 }

fn start(x: u16, y: u32) {
    mir! {
        let pair: Pair;
        let a: &mut u16;
        let b: &mut u32;
        let nothing: ();
        {
            pair = Pair { a: x, b: y };
            a = &mut pair.a;
            b = &mut pair.b;
            *a = 1;
            *b = 2;
            *a = *a + 10;
            *b = *b + 20;
            Call(nothing = kvant::observe_u16(1, pair.a), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(2, pair.b), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16), kvant::hide(8_u32)))
}
