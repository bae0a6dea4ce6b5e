// Promised layouts that agree where the bytes are.
//~ OBSERVES: 0 u8 4
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u32 33489668
//~ OBSERVES: 3 bool true
//~ OBSERVES: 4 i16 -1

#[repr(C)]
struct Color {
    r: u8,
    g: u8,
    b: u8,
    a: u8,
}

#[repr(C)]
struct Gap {
    a: u8,
    b: u16,
}

#[repr(C)]
struct Same {
    flag: bool,
    b: i16,
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let color: Color;
        let gap: Gap;
        let same: Same;
        let y: u32;
        {
            color = CastTransmute(x);
            Call(unit = kvant::observe_u8(0_u32, color.r), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(1_u32, color.a), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            color.b = 255_u8;
            y = CastTransmute(color);
            Call(unit = kvant::observe_u32(2_u32, y), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            gap = Gap { a: 1_u8, b: 65535_u16 };
            same = CastTransmute(gap);
            Call(unit = kvant::observe_bool(3_u32, same.flag), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_i16(4_u32, same.b), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(16909060_u32)))
}
