// Copying bytes is writing them.

enum Either {
    A([u8; 2]),
    B([u16; 2]),
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let two: [u8; 2];
        let wide: [u16; 2];
        let either: Either;
        let p: *mut [u8; 2];
        let q: *const [u8; 2];
        {
            two = [x; 2];
            wide = [1_u16; 2];
            either = Either::A(two);
            p = addr_of_mut!(place!(Field::<[u8; 2]>(Variant(either, 0), 0)));
            either = Either::B(wide);
            q = addr_of!(two);
            Call(unit = core::intrinsics::copy_nonoverlapping(q, p, 1_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: inactive-variant
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
