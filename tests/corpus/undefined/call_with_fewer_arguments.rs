// The function takes two.

#[repr(C)]
union Any {
    one: fn(u8) -> u8,
    two: fn(u8, u8) -> u8,
}

fn add(x: u8, y: u8) -> u8 {
    mir! {
        {
            RET = x + y;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let f: fn(u8, u8) -> u8;
        let any: Any;
        {
            f = const { add as fn(u8, u8) -> u8 };
            any = Any { two: f };
            Call(x = (any.one)(x), ReturnTo(next_1), UnwindUnreachable()) //~ UB: wrong-signature
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
