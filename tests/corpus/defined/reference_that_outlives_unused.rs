// A reference may outlive what it is to, if nobody touches it.
//~ FINE: dangling
//~ OBSERVES: 1 u8 24

fn start(x: u8, n: u8) {
    mir! {
        let gone: u8;
        let r: &u8;
        let sum: u8;
        let nothing: ();
        {
            sum = 0;
            Goto(turn)
        }
        turn = {
            StorageLive(gone);
            gone = x + n;
            r = &gone;
            sum = sum + *r;
            StorageDead(gone);
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
            Call(nothing = kvant::observe_u8(1, sum), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(2_u8)))
}
