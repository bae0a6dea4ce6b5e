// The function to be called is found before its argument is moved.
//~ OBSERVES: 0 u8 4

struct S {
    f: fn(S) -> u8,
    a: [u8; 30],
}

fn g(s: S) -> u8 {
    mir! {
        let i: usize;
        {
            i = 29_usize;
            RET = s.a[i];
            s.a[i] = 0_u8;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let s: S;
        let a: [u8; 30];
        let f: fn(S) -> u8;
        let y: u8;
        {
            a = [x; 30];
            f = const { g as fn(S) -> u8 };
            s = S { f: f, a: a };
            Call(y = (s.f)(Move(s)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(0_u32, y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4_u8)))
}
