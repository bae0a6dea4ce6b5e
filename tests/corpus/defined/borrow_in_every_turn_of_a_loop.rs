// A loop borrows anew in every turn.
//~ FINE: borrow
//~ OBSERVES: 1 u32 24
//~ OBSERVES: 2 u32 9

fn start(x: u32, n: u8) {
    mir! {
        let r: &mut u32;
        let s: &u32;
        let sum: u32;
        let nothing: ();
        {
            sum = 0;
            Goto(turn)
        }
        turn = {
            match n {
                0 => done,
                _ => more,
            }
        }
        more = {
            r = &mut x;
            *r = *r + 1;
            s = &*r;
            sum = sum + *s;
            n = n - 1;
            Goto(turn)
        }
        done = {
            Call(nothing = kvant::observe_u32(1, sum), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(2, x), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(6_u32), kvant::hide(3_u8)))
}
