// The first beyond the last `char`, transmuted inside of something.

#[repr(C)]
struct Numbers {
    a: u32,
    b: u32,
}

#[repr(C)]
struct Letter {
    a: u32,
    c: char,
}

fn start(x: u32) {
    mir! {
        let numbers: Numbers;
        let letter: Letter;
        {
            numbers = Numbers { a: x, b: x };
            letter = CastTransmute(numbers); //~ UB: invalid-char
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1114112_u32)))
}
