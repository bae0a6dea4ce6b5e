// The bytes around a field of a variant may be anything of the enum.

enum Either {
    A(u8, u8),
    B(u32),
}

fn start(x: u8) {
    mir! {
        let either: Either;
        let p: *const u8;
        {
            either = Either::A(x, 2_u8);
            p = addr_of!(place!(Field::<u8>(Variant(either, 0), 0)));
            p = Offset(p, 1_isize);
            x = *p; //~ UNSPECIFIED: layout-dependent
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
