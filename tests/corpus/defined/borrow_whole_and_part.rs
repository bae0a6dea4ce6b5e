// Writing a part ends a reference to the whole for that part only.
//~ FINE: borrow
//~ OBSERVES: 1 u16 2
//~ OBSERVES: 2 u16 11

#[repr(C)]
struct Pair { a: u16, b: u16 }

fn start(x: u16) {
    mir! {
        let pair: Pair;
        let whole: &mut Pair;
        let a: &mut u16;
        let nothing: ();
        {
            pair = Pair { a: x, b: x };
            whole = &mut pair;
            a = &mut pair.a;
            *a = 1;
            (*whole).b = 2;
            *a = *a + 10;
            Call(nothing = kvant::observe_u16(1, (*whole).b), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u16(2, pair.a), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16)))
}
