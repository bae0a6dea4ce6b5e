// What the callee left where its argument was does not matter then.
//~ OBSERVES: 0 isize 1

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
            SetDiscriminant(e, 1);
            d = Discriminant(e);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(true)))
}
