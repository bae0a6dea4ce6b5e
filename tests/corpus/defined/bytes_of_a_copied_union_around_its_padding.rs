// What some field of the union has is copied.
//~ FINE: uninitialised
//~ OBSERVES: 1 u8 3
//~ OBSERVES: 2 u8 3

#[repr(C)]
struct Apart {
    a: u8,
    b: u16,
}

#[repr(C)]
union Only {
    apart: Apart,
}

fn start(x: u8) {
    mir! {
        let apart: Apart;
        let only: Only;
        let other: Only;
        let p: *mut Only;
        let q: *mut u8;
        let byte: u8;
        let unit: ();
        {
            apart = Apart { a: x, b: 2_u16 };
            only = Only { apart: apart };
            p = addr_of_mut!(only);
            q = p as *mut u8;
            Call(unit = core::intrinsics::write_bytes(q, 3_u8, 4_usize), ReturnTo(filled), UnwindUnreachable())
        }
        filled = {
            other = only;
            p = addr_of_mut!(other);
            q = p as *mut u8;
            byte = *q;
            Call(unit = kvant::observe_u8(1_u32, byte), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            q = Offset(q, 2_isize);
            byte = *q;
            Call(unit = kvant::observe_u8(2_u32, byte), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
