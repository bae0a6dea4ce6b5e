// How far they are apart is not promised, nor in which direction.

struct Loose {
    a: u8,
    b: u8,
}

fn start(x: u8) {
    mir! {
        let loose: Loose;
        let p: *const u8;
        let q: *const u8;
        let d: isize;
        {
            loose = Loose { a: x, b: 2_u8 };
            p = addr_of!(loose.a);
            q = addr_of!(loose.b);
            Call(d = core::intrinsics::ptr_offset_from(p, q), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: layout-dependent
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
