// A transmute keeps the bits and reads them as another type.
//~ FINE: invalid-bool
//~ FINE: invalid-char
//~ OBSERVES: 0 f32 0x3f800000
//~ OBSERVES: 1 u64 13830554455654793216
//~ OBSERVES: 2 char 0x1f600
//~ OBSERVES: 3 bool true
//~ OBSERVES: 4 i8 -1
//~ OBSERVES: 5 u128 340282366920938463463374607431768211455
//~ OBSERVES: 6 u32 97

fn start(bits: u32, minus: f64, face: u32, one: u8, all: u8, wide: i128, letter: char) {
    mir! {
        let unit: ();
        let f: f32;
        let g: u64;
        let c: char;
        let b: bool;
        let i: i8;
        let w: u128;
        let n: u32;
        {
            f = CastTransmute(bits);
            g = CastTransmute(minus);
            c = CastTransmute(face);
            b = CastTransmute(one);
            i = CastTransmute(all);
            w = CastTransmute(wide);
            n = CastTransmute(letter);
            Call(unit = kvant::observe_f32(0_u32, f), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Call(unit = kvant::observe_u64(1_u32, g), ReturnTo(o1), UnwindUnreachable())
        }
        o1 = {
            Call(unit = kvant::observe_char(2_u32, c), ReturnTo(o2), UnwindUnreachable())
        }
        o2 = {
            Call(unit = kvant::observe_bool(3_u32, b), ReturnTo(o3), UnwindUnreachable())
        }
        o3 = {
            Call(unit = kvant::observe_i8(4_u32, i), ReturnTo(o4), UnwindUnreachable())
        }
        o4 = {
            Call(unit = kvant::observe_u128(5_u32, w), ReturnTo(o5), UnwindUnreachable())
        }
        o5 = {
            Call(unit = kvant::observe_u32(6_u32, n), ReturnTo(o6), UnwindUnreachable())
        }
        o6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1065353216_u32), kvant::hide((-1.0_f64)), kvant::hide(128512_u32), kvant::hide(1_u8), kvant::hide(255_u8), kvant::hide((-1_i128)), kvant::hide('a')))
}
