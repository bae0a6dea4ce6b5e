// A function has no bytes.

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
            x = *p; //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
