// A field of bytes may lie well aligned in a struct without a promised layout, or it may not.

struct S { bytes: [u8; 16], wide: u128, one: u8 }

fn start(x: u128) {
    mir! {
        let s: S;
        let bytes: [u8; 16];
        let p: *mut [u8; 16];
        let q: *mut u128;
        let y: u128;
        {
            bytes = [1_u8; 16];
            s = S { bytes: bytes, wide: x, one: 1_u8 };
            p = addr_of_mut!(s.bytes);
            q = p as *mut u128;
            y = *q; //~ UNSPECIFIED: layout-dependent
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u128)))
}
