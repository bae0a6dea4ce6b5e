// Written anew in every turn, moved in every turn.
//~ OBSERVES: 0 u16 15

fn first(a: [u16; 2]) -> u16 {
    mir! {
        let i: usize;
        {
            i = 0_usize;
            a[i] = a[i] + 1_u16;
            RET = a[i];
            Return()
        }
    }
}

fn start(x: u16) {
    mir! {
        let unit: ();
        let a: [u16; 2];
        let n: u8;
        let y: u16;
        {
            y = x;
            n = 0_u8;
            Goto(turn)
        }
        turn = {
            a = [y; 2];
            Call(y = first(Move(a)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            n = n + 1_u8;
            match n {
                5 => done,
                _ => turn,
            }
        }
        done = {
            Call(unit = kvant::observe_u16(0_u32, y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(10_u16)))
}
