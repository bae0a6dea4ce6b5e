// Bytes that begin with the tag of a variant are a value of an enum with a promised layout.
//~ FINE: invalid-discriminant
//~ FINE: invalid-bool
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 u8 4
//~ OBSERVES: 2 u8 200
//~ OBSERVES: 3 u8 200
//~ OBSERVES: 4 u8 1

#[repr(u8)]
enum Known {
    Flag(bool) = 2,
    Byte(u8) = 4,
}

#[repr(u8)]
enum Plain {
    A = 1,
    B = 200,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let bytes: [u8; 2];
        let known: Known;
        let plain: Plain;
        let d: u8;
        {
            bytes = [2_u8, 1_u8];
            known = CastTransmute(bytes);
            Call(unit = kvant::observe_bool(0_u32, Field::<bool>(Variant(known, 0), 0)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            bytes = [4_u8, x];
            known = CastTransmute(bytes);
            d = Discriminant(known);
            Call(unit = kvant::observe_u8(1_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(2_u32, Field::<u8>(Variant(known, 1), 0)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            plain = CastTransmute(x);
            d = Discriminant(plain);
            Call(unit = kvant::observe_u8(3_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            bytes = CastTransmute(known);
            plain = Plain::A;
            x = CastTransmute(plain);
            Call(unit = kvant::observe_u8(4_u32, x), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(200_u8)))
}
