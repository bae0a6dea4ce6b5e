// Padding that was written as bytes does not come along with a typed copy.

#[repr(C)]
struct Gap {
    a: u8,
    b: u16,
}

#[repr(C)]
union Seen {
    gap: Gap,
    bytes: [u8; 4],
}

fn start(x: u8) {
    mir! {
        let seen: Seen;
        let gap: Gap;
        let bytes: [u8; 4];
        let i: usize;
        let y: u8;
        {
            bytes = [x; 4];
            seen = Seen { bytes: bytes };
            gap = seen.gap;
            seen.gap = gap;
            i = 1_usize;
            y = seen.bytes[i]; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
