// Which function is called is found out at run time.
//~ OBSERVES: 0 u32 15
//~ OBSERVES: 1 u32 10
//~ OBSERVES: 2 u32 15
//~ OBSERVES: 3 u32 14

fn add(x: u32, y: u32) -> u32 {
    mir! {
        {
            RET = x + y;
            Return()
        }
    }
}

fn sub(x: u32, y: u32) -> u32 {
    mir! {
        {
            RET = x - y;
            Return()
        }
    }
}

fn mul(x: u32, y: u32) -> u32 {
    mir! {
        {
            RET = x * y;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let a: fn(u32, u32) -> u32;
        let s: fn(u32, u32) -> u32;
        let m: fn(u32, u32) -> u32;
        let table: [fn(u32, u32) -> u32; 3];
        let i: usize;
        let y: u32;
        {
            a = const { add as fn(u32, u32) -> u32 };
            s = const { sub as fn(u32, u32) -> u32 };
            m = const { mul as fn(u32, u32) -> u32 };
            table = [a, s, m];
            i = 2_usize;
            Call(y = (table[i])(x, 3_u32), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(0_u32, y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            i = 1_usize;
            Call(y = (table[i])(y, x), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u32(1_u32, y), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            table[i] = a;
            Call(y = (table[i])(y, x), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u32(2_u32, y), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Call(y = s(y, 1_u32), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Call(unit = kvant::observe_u32(3_u32, y), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(5_u32)))
}
