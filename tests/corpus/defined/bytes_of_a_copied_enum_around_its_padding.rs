// The tag and the number are copied, whatever is between them.
//~ FINE: uninitialised
//~ OBSERVES: 1 u8 5
//~ OBSERVES: 2 u8 7

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
    kvant::run(|| start(kvant::hide(1799_u16)))
}
