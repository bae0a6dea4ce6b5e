// A pointer to the end of a field is no way into what may lie there.

struct One {
    x: u8,
}

struct Loose {
    a: [One; 2],
    b: [One; 2],
    c: [One; 2],
}

fn start(x: u8) {
    mir! {
        let one: One;
        let two: [One; 2];
        let loose: Loose;
        let p: *const [One; 2];
        let end: *const One;
        let q: *const u8;
        {
            one = One { x: x };
            two = [one; 2];
            loose = Loose { a: two, b: two, c: two };
            p = addr_of!(loose.b);
            end = p as *const One;
            end = Offset(end, 2_isize);
            q = addr_of!((*end).x); //~ UNSPECIFIED: layout-dependent
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
