// What is not moved stays, and can be used through pointers.
//~ FINE: moved-place
//~ FINE: uninitialised
//~ OBSERVES: 0 u8 5
//~ OBSERVES: 1 u8 6
//~ OBSERVES: 2 u8 2

struct Three {
    a: u8,
    b: [u8; 2],
    c: u8,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let two: [u8; 2];
        let three: Three;
        let p: *mut u8;
        let i: usize;
        {
            two = [2_u8, 3_u8];
            three = Three { a: x, b: two, c: 4_u8 };
            p = addr_of_mut!(three.c);
            two = Move(three.b);
            *p = *p + three.a;
            Call(unit = kvant::observe_u8(0_u32, three.c), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            i = 0_usize;
            three.b[i] = 6_u8;
            Call(unit = kvant::observe_u8(1_u32, three.b[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            three.b = two;
            two = three.b;
            Call(unit = kvant::observe_u8(2_u32, two[i]), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
