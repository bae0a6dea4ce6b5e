// Each piece that is written by name is there again, the others are not missed.
//~ FINE: moved-place
//~ OBSERVES: 0 u8 8
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u8 9

struct Pair {
    a: u8,
    b: u8,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let pair: Pair;
        let other: Pair;
        let p: *mut u8;
        {
            pair = Pair { a: x, b: 2_u8 };
            p = addr_of_mut!(pair.a);
            other = Move(pair);
            pair.a = 7_u8;
            *p = *p + 1_u8;
            Call(unit = kvant::observe_u8(0_u32, pair.a), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(1_u32, other.a), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            pair.b = 9_u8;
            other = pair;
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
