// The return place is one field, the argument another.
//~ FINE: overlapping-return-place
//~ OBSERVES: 0 u8 2
//~ OBSERVES: 1 u8 1

struct Pair {
    a: [u8; 2],
    b: [u8; 2],
}

fn swap(a: [u8; 2]) -> [u8; 2] {
    mir! {
        let i: usize;
        let j: usize;
        {
            i = 0_usize;
            j = 1_usize;
            RET = [a[j], a[i]];
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let one: [u8; 2];
        let pair: Pair;
        let i: usize;
        {
            one = [x, 2_u8];
            pair = Pair { a: one, b: one };
            Call(pair.a = swap(Move(pair.b)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            i = 0_usize;
            Call(unit = kvant::observe_u8(0_u32, pair.a[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(pair.b = swap(Move(pair.a)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u8(1_u32, pair.b[i]), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
