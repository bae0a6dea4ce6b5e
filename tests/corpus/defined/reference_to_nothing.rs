// References to values without bytes are never in each other's way, mutable ones neither.
//~ FINE: borrow
//~ FINE: dangling-without-bytes
//~ OBSERVES: 1 u8 3

struct Empty {}

fn touch(a: &mut Empty, b: &mut Empty, c: &()) -> u8 {
    mir! {
        {
            *a = Empty {};
            *b = Empty {};
            *a = *b;
            RET = 3;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let empty: Empty;
        let unit: ();
        let p: *mut Empty;
        let a: &mut Empty;
        let b: &mut Empty;
        let c: &();
        let y: u8;
        let nothing: ();
        {
            empty = Empty {};
            p = addr_of_mut!(empty);
            a = &mut *p;
            b = &mut *p;
            c = &unit;
            Call(y = touch(Move(a), Move(b), c), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *p = Empty {};
            Call(nothing = kvant::observe_u8(1, y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
