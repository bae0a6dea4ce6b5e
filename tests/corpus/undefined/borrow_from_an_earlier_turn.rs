// A reference from an earlier turn does not survive what this turn wrote.

fn start(x: u32, n: u8) {
    mir! {
        let r: &mut u32;
        let s: &u32;
        let y: u32;
        {
            s = &x;
            Goto(turn)
        }
        turn = {
            y = *s; //~ UB: borrow
            r = &mut x;
            *r = y + 1;
            match n {
                0 => done,
                _ => more,
            }
        }
        more = {
            n = n - 1;
            Goto(turn)
        }
        done = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32), kvant::hide(1_u8)))
}
