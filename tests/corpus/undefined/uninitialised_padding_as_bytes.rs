// A struct has padding, the array it is transmuted to has not.

#[repr(C)]
struct Gap {
    a: u8,
    b: u16,
}

fn start(x: u8) {
    mir! {
        let gap: Gap;
        let bytes: [u8; 4];
        {
            gap = Gap { a: x, b: 2_u16 };
            bytes = CastTransmute(gap); //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
