// The tag is overwritten through a pointer, and then asked for.

#[repr(u8)]
enum Known {
    Flag(bool) = 2,
    Byte(u8) = 4,
}

fn start(x: u8) {
    mir! {
        let known: Known;
        let p: *mut Known;
        let tag: *mut u8;
        let d: u8;
        {
            known = Known::Byte(1_u8);
            p = addr_of_mut!(known);
            tag = p as *mut u8;
            *tag = x;
            d = Discriminant(known); //~ UB: invalid-discriminant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
