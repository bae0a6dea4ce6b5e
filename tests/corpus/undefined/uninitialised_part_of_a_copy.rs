// A copy of a whole reads all of its fields.

#[repr(C)]
struct Padded {
    a: u8,
    b: u32,
    c: u8,
}

fn start(x: u8) {
    mir! {
        let padded: Padded;
        let copied: Padded;
        {
            padded.a = x;
            padded.b = 5;
            copied = padded; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
