// Who knows what it would overwrite.

enum Either {
    A(u8),
    B(bool),
    C,
}

fn start(x: u8) {
    mir! {
        let either: Either;
        let p: *mut u8;
        {
            either = Either::A(x);
            p = addr_of_mut!(place!(Field::<u8>(Variant(either, 0), 0)));
            SetDiscriminant(either, 2);
            *p = 7_u8; //~ UNSPECIFIED: inactive-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
