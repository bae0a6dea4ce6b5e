// All that can be named was written again, so a pointer to the whole is good again.
//~ FINE: moved-place
//~ OBSERVES: 0 u32 6

#[repr(C)]
struct S {
    a: u8,
    b: u32,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let s: S;
        let t: S;
        let p: *mut S;
        {
            s = S { a: x, b: 2_u32 };
            p = addr_of_mut!(s);
            t = Move(s);
            s.a = 3_u8;
            s.b = 4_u32;
            *p = S { a: 5_u8, b: 6_u32 };
            Call(unit = kvant::observe_u32(0_u32, s.b), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
