// As long as nobody asks which variant it is, a field may be missing.
//~ FINE: uninitialised
//~ OBSERVES: 0 u8 3
//~ OBSERVES: 1 u8 9
//~ OBSERVES: 2 isize 0

struct S {
    a: bool,
    b: u8,
}

enum E {
    A(S, u8),
    B,
    C(u8),
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let s: S;
        let t: S;
        let e: E;
        let p: *const S;
        let q: *mut S;
        let d: isize;
        {
            s = S { a: true, b: x };
            t.b = 9_u8;
            e = E::A(s, 3_u8);
            p = addr_of!(t);
            q = addr_of_mut!(place!(Field::<S>(Variant(e, 0), 0)));
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(0_u32, Field::<u8>(Variant(e, 0), 1)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(1_u32, (*q).b), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            (*q).a = false;
            d = Discriminant(e);
            Call(unit = kvant::observe_isize(2_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
