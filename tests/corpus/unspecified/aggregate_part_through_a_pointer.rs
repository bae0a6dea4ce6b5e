// The part and the whole are named in different ways.

struct Two {
    a: u8,
    b: u8,
}

fn start(x: u8) {
    mir! {
        let two: Two;
        let p: *mut Two;
        let q: *const u8;
        {
            two = Two { a: x, b: 4 };
            p = addr_of_mut!(two);
            q = addr_of!(two.b);
            *p = Two { a: *q, b: 1 }; //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
