// The order of fields is not promised.

struct Loose {
    a: u8,
    b: u8,
}

fn start(x: u8) {
    mir! {
        let loose: Loose;
        let p: *const u8;
        let q: *const u8;
        let b: bool;
        {
            loose = Loose { a: x, b: 2_u8 };
            p = addr_of!(loose.a);
            q = addr_of!(loose.b);
            b = p < q; //~ UNSPECIFIED: pointer-comparison
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
