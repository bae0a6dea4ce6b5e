// A union may hold anything, but it must be there.

#[repr(C)]
union U {
    a: u8,
    b: u16,
}

enum E {
    A(U),
    B(u16),
}

fn start(x: u8) {
    mir! {
        let u: U;
        let e: E;
        let p: *const U;
        {
            u = U { a: x };
            e = E::A(u);
            p = addr_of!(place!(Field::<U>(Variant(e, 0), 0)));
            e = E::B(3_u16);
            u = *p; //~ UNSPECIFIED: inactive-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
