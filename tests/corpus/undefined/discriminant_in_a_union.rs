// Reading the field of a union is what makes it an enum.

#[repr(u8)]
enum Two {
    A,
    B,
}

#[repr(C)]
union Any {
    byte: u8,
    two: Two,
}

fn start(x: u8) {
    mir! {
        let any: Any;
        let copy: Any;
        let two: Two;
        {
            any = Any { byte: x };
            copy = any;
            two = copy.two; //~ UB: invalid-discriminant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8)))
}
