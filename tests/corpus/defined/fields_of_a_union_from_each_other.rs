// A computation reads before it writes, a copy would overlap.
//~ FINE: overlapping-assignment
//~ OBSERVES: 0 char 0x41
//~ OBSERVES: 1 i32 130

#[repr(C)]
union U {
    a: u32,
    f: f32,
    i: i32,
    c: char,
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let u: U;
        {
            u = U { a: x };
            u.f = CastTransmute(u.a);
            u.i = CastTransmute(u.f);
            u.c = CastTransmute(u.a);
            Call(unit = kvant::observe_char(0_u32, u.c), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            u.a = u.c as u32;
            u.a = u.a + u.a;
            Call(unit = kvant::observe_i32(1_u32, u.i), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(65_u32)))
}
