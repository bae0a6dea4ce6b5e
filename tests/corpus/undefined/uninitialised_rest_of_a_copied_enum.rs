// A copy takes along what the variant has, not what another variant would have there.

#[repr(u8)]
enum E { Small(u8) = 1, Large(u32) = 2 }

#[repr(C)]
union Bytes { e: E, bytes: [u8; 8] }

fn start(x: u8) {
    mir! {
        let all: Bytes;
        let copy: Bytes;
        let bytes: [u8; 8];
        let i: usize;
        let y: u8;
        {
            bytes = [x; 8];
            all = Bytes { bytes: bytes };
            copy = Bytes { bytes: bytes };
            copy.e = all.e;
            i = 1_usize;
            y = copy.bytes[i];
            i = 5_usize;
            y = copy.bytes[i]; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
