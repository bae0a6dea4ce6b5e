// Its bytes belong to nobody, and are not for copying.

enum E {
    A([u8; 2]),
    B(u16),
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let two: [u8; 2];
        let e: E;
        let p: *const [u8; 2];
        let q: *mut [u8; 2];
        let i: usize;
        {
            two = [x; 2];
            e = E::A(two);
            p = addr_of!(place!(Field::<[u8; 2]>(Variant(e, 0), 0)));
            e = E::B(3_u16);
            q = addr_of_mut!(two);
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: inactive-variant
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
