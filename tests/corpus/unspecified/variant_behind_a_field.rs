// The end of a field may be where another enum begins.

enum Cell {
    Empty,
    Full(u8),
}

struct Loose {
    a: [Cell; 2],
    b: [Cell; 2],
    c: [Cell; 2],
}

fn start(x: u8) {
    mir! {
        let cell: Cell;
        let two: [Cell; 2];
        let loose: Loose;
        let p: *mut [Cell; 2];
        let end: *mut Cell;
        {
            cell = Cell::Full(x);
            two = [cell; 2];
            loose = Loose { a: two, b: two, c: two };
            p = addr_of_mut!(loose.b);
            end = p as *mut Cell;
            end = Offset(end, 2_isize);
            place!(Field::<u8>(Variant(*end, 1), 0)) = 3_u8; //~ UNSPECIFIED: layout-dependent
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
