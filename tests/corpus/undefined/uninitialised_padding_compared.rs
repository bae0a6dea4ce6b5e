// `raw_eq` compares all bytes, and padding has none to compare.

#[repr(C)]
struct Gap {
    a: u8,
    b: u16,
}

fn start(x: u8) {
    mir! {
        let gap: Gap;
        let p: &Gap;
        let e: bool;
        {
            gap = Gap { a: x, b: 2_u16 };
            p = &gap;
            Call(e = core::intrinsics::raw_eq(p, p), ReturnTo(next_1), UnwindUnreachable()) //~ UB: uninitialised
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
