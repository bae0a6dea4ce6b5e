// The discriminant of a variant is not its number.
//~ OBSERVES: 0 u8 250
//~ OBSERVES: 1 u32 77
//~ OBSERVES: 2 u8 9
//~ OBSERVES: 3 u8 251
//~ OBSERVES: 4 u16 600
//~ OBSERVES: 5 u8 3

#[repr(u8)]
enum Packet {
    Long(u32, u8) = 250,
    Wide(u16),
    Empty = 3,
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let packet: Packet;
        let d: u8;
        {
            packet = Packet::Long(x, 9_u8);
            d = Discriminant(packet);
            Call(unit = kvant::observe_u8(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(1_u32, Field::<u32>(Variant(packet, 0), 0)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(2_u32, Field::<u8>(Variant(packet, 0), 1)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            packet = Packet::Wide(600_u16);
            d = Discriminant(packet);
            Call(unit = kvant::observe_u8(3_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u16(4_u32, Field::<u16>(Variant(packet, 1), 0)), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            packet = Packet::Empty;
            d = Discriminant(packet);
            Call(unit = kvant::observe_u8(5_u32, d), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(77_u32)))
}
