// A computation reads before it writes; a copy, a cast or a transmute would overlap.
//~ FINE: overlapping-assignment
//~ OBSERVES: 0 i32 130
//~ OBSERVES: 1 char 0x41

#[repr(C)]
union U {
    a: u32,
    i: i32,
    c: char,
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let u: U;
        {
            u = U { a: x };
            u.a = u.a + u.a;
            Call(unit = kvant::observe_i32(0_u32, u.i), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            u.i = -u.i;
            u.a = u.a + 195_u32;
            Call(unit = kvant::observe_char(1_u32, u.c), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(65_u32)))
}
