// Whoever names a place may give it a value again, and then its pointers are good again.
//~ FINE: moved-place
//~ FINE: uninitialised
//~ OBSERVES: 0 u8 5
//~ OBSERVES: 1 u8 5
//~ OBSERVES: 2 u8 2

struct Pair {
    a: u8,
    b: u8,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let pair: Pair;
        let other: Pair;
        let p: *mut Pair;
        let q: *mut u8;
        {
            pair = Pair { a: x, b: 2_u8 };
            p = addr_of_mut!(pair);
            q = addr_of_mut!(pair.b);
            other = Move(pair);
            pair = Pair { a: 3_u8, b: 4_u8 };
            (*p).a = 5_u8;
            *q = *q + 1_u8;
            Call(unit = kvant::observe_u8(0_u32, pair.a), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(1_u32, pair.b), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(2_u32, other.b), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
