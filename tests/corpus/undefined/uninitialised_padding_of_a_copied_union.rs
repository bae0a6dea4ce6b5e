// The byte is padding in every field of the union, so a copy does not have it.

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
            q = Offset(q, 1_isize);
            byte = *q; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
