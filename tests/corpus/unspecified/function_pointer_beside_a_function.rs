// One byte further on is no function.

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
        let p: *const u8;
        {
            f = const { next as fn(u8) -> u8 };
            p = CastTransmute(f);
            Call(p = core::intrinsics::arith_offset(p, 1_isize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            f = CastTransmute(p); //~ UNSPECIFIED: function-pointer-to-data
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
