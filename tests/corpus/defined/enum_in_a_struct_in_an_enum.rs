// Structs, arrays and enums in one another.
//~ OBSERVES: 0 i8 -1
//~ OBSERVES: 1 i8 -4
//~ OBSERVES: 2 i8 3
//~ OBSERVES: 3 u8 5

struct Point {
    x: i8,
    y: i8,
}

enum Figure {
    Dot(Point),
    Line([Point; 2], u8),
}

struct Drawing {
    figures: [Figure; 2],
    count: usize,
}

fn start(x: i8) {
    mir! {
        let unit: ();
        let a: Point;
        let b: Point;
        let ends: [Point; 2];
        let dot: Figure;
        let line: Figure;
        let figures: [Figure; 2];
        let drawing: Drawing;
        let i: usize;
        let j: usize;
        {
            a = Point { x: x, y: 2_i8 };
            b = Point { x: 3_i8, y: -4_i8 };
            ends = [a, b];
            dot = Figure::Dot(b);
            line = Figure::Line(ends, 5_u8);
            figures = [dot, line];
            drawing = Drawing { figures: figures, count: 2_usize };
            i = 1_usize;
            j = 0_usize;
            Call(unit = kvant::observe_i8(0_u32, Field::<[Point; 2]>(Variant(drawing.figures[i], 1), 0)[j].x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_i8(1_u32, Field::<[Point; 2]>(Variant(drawing.figures[i], 1), 0)[i].y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_i8(2_u32, Field::<Point>(Variant(drawing.figures[j], 0), 0).x), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            drawing.figures[j] = drawing.figures[i];
            Call(unit = kvant::observe_u8(3_u32, Field::<u8>(Variant(drawing.figures[j], 1), 1)), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-1_i8)))
}
