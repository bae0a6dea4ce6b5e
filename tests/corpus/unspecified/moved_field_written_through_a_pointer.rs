// Only the field was moved, and the pointer is to the whole.

struct Pair {
    a: u8,
    b: u8,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let pair: Pair;
        let p: *mut Pair;
        {
            pair = Pair { a: x, b: 2_u8 };
            p = addr_of_mut!(pair);
            x = Move(pair.b);
            (*p).a = 4_u8;
            Call(unit = kvant::observe_u8(0_u32, pair.a), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            *p = Pair { a: 1_u8, b: 1_u8 }; //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
