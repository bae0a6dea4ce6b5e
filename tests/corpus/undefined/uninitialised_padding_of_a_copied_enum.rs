// The byte between the tag and the number is padding, and a copy has none of it.

#[repr(u8)]
enum Shape {
    Dot(u16) = 5,
    Nothing = 6,
}

fn start(x: u16) {
    mir! {
        let shape: Shape;
        let other: Shape;
        let p: *mut Shape;
        let q: *mut u8;
        let byte: u8;
        let unit: ();
        {
            shape = Shape::Nothing;
            p = addr_of_mut!(shape);
            q = p as *mut u8;
            Call(unit = core::intrinsics::write_bytes(q, 1_u8, 4_usize), ReturnTo(filled), UnwindUnreachable())
        }
        filled = {
            shape = Shape::Dot(x);
            other = shape;
            p = addr_of_mut!(other);
            q = p as *mut u8;
            q = Offset(q, 1_isize);
            byte = *q; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16)))
}
