// A pointer to a part may go to its end, and anywhere inside.
//~ FINE: layout-dependent
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 u8 3
//~ OBSERVES: 2 u8 5

struct Loose {
    a: u8,
    bytes: [u8; 3],
    c: u16,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let three: [u8; 3];
        let loose: Loose;
        let bytes: *mut [u8; 3];
        let p: *mut u8;
        let end: *mut u8;
        let b: bool;
        {
            three = [x, 2_u8, 3_u8];
            loose = Loose { a: 9_u8, bytes: three, c: 9_u16 };
            bytes = addr_of_mut!(loose.bytes);
            p = bytes as *mut u8;
            end = Offset(p, 3_isize);
            b = p < end;
            Call(unit = kvant::observe_bool(0_u32, b), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            p = Offset(end, -1_isize);
            Call(unit = kvant::observe_u8(1_u32, *p), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            p = addr_of_mut!(loose.a);
            end = Offset(p, 1_isize);
            p = Offset(end, -1_isize);
            *p = 5_u8;
            Call(unit = kvant::observe_u8(2_u32, loose.a), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
