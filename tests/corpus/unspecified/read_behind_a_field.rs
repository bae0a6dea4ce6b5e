// A pointer to a field may go to its end, and there is where it ends.

struct Loose {
    a: u8,
    b: u8,
}

fn start(x: u8) {
    mir! {
        let loose: Loose;
        let p: *const u8;
        {
            loose = Loose { a: x, b: 2_u8 };
            p = addr_of!(loose.a);
            p = Offset(p, 1_isize);
            x = *p; //~ UNSPECIFIED: layout-dependent
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
