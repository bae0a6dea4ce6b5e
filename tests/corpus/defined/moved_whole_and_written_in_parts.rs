// The callee overwrites what it was given, the caller writes each field again.
//~ FINE: moved-place
//~ OBSERVES: 0 u32 44

struct S {
    a: [u32; 8],
    b: u32,
}

fn eat(s: S) -> u32 {
    mir! {
        let i: usize;
        {
            i = 7_usize;
            RET = s.a[i];
            RET = RET + s.b;
            s.b = 0_u32;
            s.a = [0_u32; 8];
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let s: S;
        let t: [u32; 8];
        let n: u32;
        let y: u32;
        let sum: u32;
        {
            t = [x; 8];
            s = S { a: t, b: 1_u32 };
            n = 0_u32;
            sum = 0_u32;
            Goto(turn)
        }
        turn = {
            Call(y = eat(Move(s)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            sum = sum + y;
            s.a = t;
            s.b = n;
            n = n + 1_u32;
            match n {
                4 => done,
                _ => turn,
            }
        }
        done = {
            Call(unit = kvant::observe_u32(0_u32, sum), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(10_u32)))
}
