// Whether there is padding or not.
//~ FINE: moved-place
//~ OBSERVES: 0 u8 6

struct S {
    a: u8,
    b: u8,
    c: u8,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let s: S;
        let t: S;
        let p: *mut S;
        {
            s = S { a: x, b: 2_u8, c: 2_u8 };
            p = addr_of_mut!(s);
            t = Move(s);
            s.a = 3_u8;
            s.b = 4_u8;
            s.c = 4_u8;
            *p = S { a: 5_u8, b: 6_u8, c: 7_u8 };
            Call(unit = kvant::observe_u8(0_u32, s.b), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
