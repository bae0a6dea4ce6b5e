// With a field of unknown layout in another variant, what an old pointer finds there is unknown too.

#[repr(u8)]
enum E { A(u32), B((u16, u8, u8)) }

fn start(x: u32, y: u16) {
    mir! {
        let e: E;
        let p: *const u32;
        let t: (u16, u8, u8);
        {
            e = E::A(x);
            p = addr_of!(place!(Field::<u32>(Variant(e, 0), 0)));
            t = (y, 1_u8, 2_u8);
            e = E::B(t);
            x = *p; //~ UNSPECIFIED: inactive-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32), kvant::hide(2_u16)))
}
