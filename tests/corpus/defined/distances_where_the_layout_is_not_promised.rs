// However large an element is, they are one after the other.
//~ FINE: layout-dependent
//~ OBSERVES: 0 isize -2
//~ OBSERVES: 1 u32 2
//~ OBSERVES: 2 isize 2
//~ OBSERVES: 3 u64 9

struct Loose {
    a: u8,
    b: u32,
    c: u8,
}

enum Either {
    A(u8),
    B(u64),
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let loose: Loose;
        let either: Either;
        let a: [Loose; 4];
        let b: [Either; 3];
        let i: usize;
        let p: *const Loose;
        let q: *const Loose;
        let whole: *const [Either; 3];
        let r: *const Either;
        let s: *const Either;
        let d: isize;
        {
            loose = Loose { a: x, b: 2_u32, c: 3_u8 };
            a = [loose; 4];
            i = 1_usize;
            p = addr_of!(a[i]);
            q = Offset(p, 2_isize);
            Call(d = core::intrinsics::ptr_offset_from(p, q), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u32(1_u32, (*q).b), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            either = Either::B(9_u64);
            b = [either; 3];
            whole = addr_of!(b);
            r = whole as *const Either;
            s = Offset(r, 2_usize);
            Call(d = core::intrinsics::ptr_offset_from(s, r), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_isize(2_u32, d), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u64(3_u32, Field::<u64>(Variant(*s, 1), 0)), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
