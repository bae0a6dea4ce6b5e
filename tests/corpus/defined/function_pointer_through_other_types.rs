// It may be anything in between, and is the same function when it is called.
//~ FINE: wrong-signature
//~ FINE: invalid-function-pointer
//~ FINE: function-pointer-to-data
//~ OBSERVES: 0 u8 8
//~ OBSERVES: 1 u8 9
//~ OBSERVES: 2 u8 10

#[repr(C)]
union Any {
    one: fn(u8) -> u8,
    two: fn(u8, u8) -> u8,
    data: *const u8,
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
        let unit: ();
        let f: fn(u8) -> u8;
        let g: fn(i8) -> i8;
        let p: *const u8;
        let any: Any;
        let y: u8;
        {
            f = const { next as fn(u8) -> u8 };
            p = CastTransmute(f);
            any = Any { data: p };
            p = any.data;
            g = CastTransmute(p);
            f = CastTransmute(g);
            Call(y = f(x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(0_u32, y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            f = any.one;
            Call(y = f(y), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u8(1_u32, y), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(y = (any.one)(y), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u8(2_u32, y), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
