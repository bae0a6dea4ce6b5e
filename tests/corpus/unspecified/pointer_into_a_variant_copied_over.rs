// The enum became a variant by a copy of bytes, and another one by the next.

enum E {
    A(u8),
    B(u8),
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: E;
        let b: E;
        let d: E;
        let from: *const E;
        let to: *mut E;
        let p: *mut u8;
        {
            a = E::A(x);
            b = E::B(2_u8);
            to = addr_of_mut!(d);
            from = addr_of!(a);
            Call(unit = core::intrinsics::copy_nonoverlapping(from, to, 1_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            p = addr_of_mut!(place!(Field::<u8>(Variant(d, 0), 0)));
            from = addr_of!(b);
            Call(unit = core::intrinsics::copy_nonoverlapping(from, to, 1_usize), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            *p = 9_u8; //~ UNSPECIFIED: inactive-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
