// The callee may leave anything where its argument was, and a new value makes it good.
//~ FINE: moved-place
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 u8 7
//~ OBSERVES: 2 isize 0
//~ OBSERVES: 3 u8 8

enum E {
    A([bool; 40], u8),
    B,
}

fn scribble(a: [bool; 40]) -> bool {
    mir! {
        let unit: ();
        let i: usize;
        let p: *mut [bool; 40];
        let q: *mut u8;
        {
            i = 0_usize;
            RET = a[i];
            p = addr_of_mut!(a);
            q = p as *mut u8;
            Call(unit = core::intrinsics::write_bytes(q, 255_u8, 40_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Return()
        }
    }
}

fn start(x: bool) {
    mir! {
        let unit: ();
        let a: [bool; 40];
        let e: E;
        let d: isize;
        let b: bool;
        {
            a = [x; 40];
            e = E::A(a, 7_u8);
            Call(b = scribble(Move(Field::<[bool; 40]>(Variant(e, 0), 0))), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_bool(0_u32, b), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(1_u32, Field::<u8>(Variant(e, 0), 1)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            place!(Field::<u8>(Variant(e, 0), 1)) = 8_u8;
            place!(Field::<[bool; 40]>(Variant(e, 0), 0)) = a;
            d = Discriminant(e);
            Call(unit = kvant::observe_isize(2_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u8(3_u32, Field::<u8>(Variant(e, 0), 1)), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(true)))
}
