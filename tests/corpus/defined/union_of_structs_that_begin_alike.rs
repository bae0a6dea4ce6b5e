// What they have in common can be read through either.
//~ OBSERVES: 0 u8 1
//~ OBSERVES: 1 u8 2
//~ OBSERVES: 2 u16 3
//~ OBSERVES: 3 u16 4

#[repr(C)]
struct Circle {
    kind: u8,
    radius: u32,
}

#[repr(C)]
struct Square {
    kind: u8,
    side: u16,
    corner: u16,
}

#[repr(C)]
union Shape {
    circle: Circle,
    square: Square,
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let circle: Circle;
        let shape: Shape;
        let square: Square;
        {
            circle = Circle { kind: 1_u8, radius: x };
            shape = Shape { circle: circle };
            Call(unit = kvant::observe_u8(0_u32, shape.square.kind), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            shape.square = Square { kind: 2_u8, side: 3_u16, corner: 4_u16 };
            Call(unit = kvant::observe_u8(1_u32, shape.circle.kind), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            square = shape.square;
            Call(unit = kvant::observe_u16(2_u32, square.side), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u16(3_u32, square.corner), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(70000_u32)))
}
