// A function hands out what it was given to hold.
//~ FINE: dangling
//~ OBSERVES: 1 u8 7
//~ OBSERVES: 2 u8 8

fn choose(a: &u8, b: &u8, first: bool) -> &u8 {
    mir! {
        {
            match first {
                true => one,
                _ => other,
            }
        }
        one = {
            RET = a;
            Return()
        }
        other = {
            RET = b;
            Return()
        }
    }
}

fn start(x: u8, y: u8) {
    mir! {
        let a: &u8;
        let b: &u8;
        let r: &u8;
        let nothing: ();
        {
            a = &x;
            b = &y;
            Call(r = choose(a, b, true), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, *r), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(r = choose(a, b, false), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_u8(2, *r), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(8_u8)))
}
