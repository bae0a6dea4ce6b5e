// Arguments and results of every size go through a pointer as they do without one.
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 u8 4
//~ OBSERVES: 2 u16 600

struct Big {
    a: [u64; 5],
    b: bool,
}

fn make(x: u64, small: (u8, u16)) -> Big {
    mir! {
        let a: [u64; 5];
        let b: bool;
        let y: u64;
        {
            y = small.1 as u64;
            a = [x, y, x, y, x];
            b = small.0 == 1_u8;
            RET = Big { a: a, b: b };
            Return()
        }
    }
}

fn take(big: Big) -> (u8, u16) {
    mir! {
        let i: usize;
        let y: u8;
        let z: u16;
        {
            i = 4_usize;
            y = big.a[i] as u8;
            i = 3_usize;
            z = big.a[i] as u16;
            RET = (y, z);
            Return()
        }
    }
}

fn start(x: u64) {
    mir! {
        let unit: ();
        let m: fn(u64, (u8, u16)) -> Big;
        let t: fn(Big) -> (u8, u16);
        let small: (u8, u16);
        let big: Big;
        {
            m = const { make as fn(u64, (u8, u16)) -> Big };
            t = const { take as fn(Big) -> (u8, u16) };
            small = (1_u8, 600_u16);
            Call(big = m(x, small), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_bool(0_u32, big.b), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(small = t(Move(big)), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u8(1_u32, small.0), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u16(2_u32, small.1), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(260_u64)))
}
