// Bytes to numbers, numbers to bytes, and arrays to arrays.
//~ OBSERVES: 0 u8 254
//~ OBSERVES: 1 i16 -2
//~ OBSERVES: 2 u8 192
//~ OBSERVES: 3 f32 0xbf800000
//~ OBSERVES: 4 u32 3212836864

fn start(x: u32) {
    mir! {
        let unit: ();
        let bytes: [u8; 4];
        let halves: [i16; 2];
        let rows: [[u8; 2]; 2];
        let i: usize;
        let j: usize;
        let y: u32;
        let f: f32;
        {
            bytes = CastTransmute(x);
            i = 0_usize;
            j = 1_usize;
            Call(unit = kvant::observe_u8(0_u32, bytes[i]), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            halves = CastTransmute(bytes);
            Call(unit = kvant::observe_i16(1_u32, halves[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            rows = CastTransmute(halves);
            Call(unit = kvant::observe_u8(2_u32, rows[j][i]), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            rows[j] = [128_u8, 191_u8];
            rows[i] = [0_u8; 2];
            Call(f = core::intrinsics::transmute(rows), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_f32(3_u32, f), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(bytes = core::intrinsics::transmute(f), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            y = CastTransmute(bytes);
            Call(unit = kvant::observe_u32(4_u32, y), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2160132094_u32)))
}
