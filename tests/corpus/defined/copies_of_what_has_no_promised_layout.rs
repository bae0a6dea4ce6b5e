// As many of them as there are, whatever they look like.
//~ FINE: layout-dependent
//~ OBSERVES: 0 u32 44
//~ OBSERVES: 1 bool true
//~ OBSERVES: 2 isize 0
//~ OBSERVES: 3 isize 1

enum Either {
    A(u8),
    B(u32, bool),
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let a: Either;
        let b: Either;
        let three: [Either; 3];
        let whole: *mut [Either; 3];
        let p: *mut Either;
        let from: *const Either;
        let i: usize;
        let d: isize;
        {
            a = Either::A(1_u8);
            b = Either::B(x, true);
            three = [a, b, a];
            whole = addr_of_mut!(three);
            p = whole as *mut Either;
            from = p as *const Either;
            from = Offset(from, 1_isize);
            Call(unit = core::intrinsics::copy(from, p, 2_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            i = 0_usize;
            Call(unit = kvant::observe_u32(0_u32, Field::<u32>(Variant(three[i], 1), 0)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_bool(1_u32, Field::<bool>(Variant(three[i], 1), 1)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            d = Discriminant(*from);
            Call(unit = kvant::observe_isize(2_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            p = Offset(p, 2_isize);
            from = addr_of!(b);
            Call(unit = core::intrinsics::copy_nonoverlapping(from, p, 1_usize), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            i = 2_usize;
            d = Discriminant(three[i]);
            Call(unit = kvant::observe_isize(3_u32, d), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(44_u32)))
}
