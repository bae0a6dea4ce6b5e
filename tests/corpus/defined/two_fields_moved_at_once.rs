// Different parts of one place are different places.
//~ FINE: moved-twice
//~ OBSERVES: 0 u8 197
//~ OBSERVES: 1 u8 103

struct Pair {
    a: [u8; 3],
    b: [u8; 3],
}

fn first(a: [u8; 3], b: [u8; 3], x: u8) -> u8 {
    mir! {
        let i: usize;
        {
            i = 2_usize;
            RET = a[i] - b[i];
            RET = RET + x;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 3];
        let b: [u8; 3];
        let pair: Pair;
        let y: u8;
        {
            a = [x, x, x];
            b = [1_u8, 2_u8, 3_u8];
            pair = Pair { a: Move(a), b: Move(b) };
            y = 5_u8;
            Call(y = first(Move(pair.a), Move(pair.b), x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(0_u32, y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            y = 3_u8;
            x = Move(y) + x;
            Call(unit = kvant::observe_u8(1_u32, x), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(100_u8)))
}
