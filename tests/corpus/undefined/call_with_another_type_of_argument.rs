// An `i8` is as large as a `u8`, and is none.

fn next(x: u8) -> u8 {
    mir! {
        {
            RET = x + 1_u8;
            Return()
        }
    }
}

fn start(x: i8) {
    mir! {
        let f: fn(u8) -> u8;
        let g: fn(i8) -> u8;
        let y: u8;
        {
            f = const { next as fn(u8) -> u8 };
            g = CastTransmute(f);
            Call(y = g(x), ReturnTo(next_1), UnwindUnreachable()) //~ UB: wrong-signature
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_i8)))
}
