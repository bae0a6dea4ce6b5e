// `SetDiscriminant` writes the tag and ends the fields.

#[repr(u8)]
enum Known {
    A(u8),
    B(u8),
}

fn start(x: u8) {
    mir! {
        let known: Known;
        let y: u8;
        {
            known = Known::A(x);
            SetDiscriminant(known, 1);
            y = Field::<u8>(Variant(known, 1), 0); //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
