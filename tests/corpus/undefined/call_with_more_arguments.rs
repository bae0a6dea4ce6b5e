// The function takes one.

#[repr(C)]
union Any {
    one: fn(u8) -> u8,
    two: fn(u8, u8) -> u8,
}

fn next(x: u8) -> u8 {
    mir! {
        {
            RET = x + 1_u8;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let f: fn(u8) -> u8;
        let any: Any;
        {
            f = const { next as fn(u8) -> u8 };
            any = Any { one: f };
            Call(x = (any.two)(x, x), ReturnTo(end), UnwindUnreachable()) //~ UB: wrong-signature
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
