// A function takes functions and returns one.
//~ OBSERVES: 0 u16 81
//~ OBSERVES: 1 u16 12

fn double(x: u16) -> u16 {
    mir! {
        {
            RET = x + x;
            Return()
        }
    }
}

fn square(x: u16) -> u16 {
    mir! {
        {
            RET = x * x;
            Return()
        }
    }
}

fn choose(first: bool, f: fn(u16) -> u16, g: fn(u16) -> u16) -> fn(u16) -> u16 {
    mir! {
        {
            match first {
                true => one,
                _ => other,
            }
        }
        one = {
            RET = f;
            Return()
        }
        other = {
            RET = g;
            Return()
        }
    }
}

fn twice(f: fn(u16) -> u16, x: u16) -> u16 {
    mir! {
        let y: u16;
        {
            Call(y = f(x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(RET = f(y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn start(x: u16) {
    mir! {
        let unit: ();
        let f: fn(u16) -> u16;
        let g: fn(u16) -> u16;
        let h: fn(u16) -> u16;
        let t: fn(fn(u16) -> u16, u16) -> u16;
        let y: u16;
        {
            f = const { double as fn(u16) -> u16 };
            g = const { square as fn(u16) -> u16 };
            t = const { twice as fn(fn(u16) -> u16, u16) -> u16 };
            Call(h = choose(false, f, g), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(y = t(h, x), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u16(0_u32, y), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(h = choose(true, f, g), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(y = t(h, x), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u16(1_u32, y), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u16)))
}
