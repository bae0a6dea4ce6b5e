// Only the return place itself is out of reach during a call, not the rest of its aggregate.
//~ FINE: return-place-in-use
//~ FINE: overlapping-return-place
//~ OBSERVES: 1 u16 15
//~ OBSERVES: 2 u16 8
//~ OBSERVES: 3 u16 20

fn touch(neighbour: *mut u16, given: u16) -> u16 {
    mir! {
        {
            RET = *neighbour + given;
            *neighbour = 8;
            Return()
        }
    }
}

fn start(five: u16) {
    mir! {
        let pair: (u16, u16);
        let list: [u16; 3];
        let p: *mut u16;
        let i: usize;
        let j: usize;
        let nothing: ();
        {
            pair = (five, 10);
            p = addr_of_mut!(pair.1);
            Call(pair.0 = touch(p, pair.0), ReturnTo(back), UnwindContinue())
        }
        back = {
            Call(nothing = kvant::observe_u16(1, pair.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_u16(2, pair.1), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            list = [5; 3];
            i = 0;
            j = 2;
            p = addr_of_mut!(list[i]);
            Call(list[j] = touch(p, pair.0), ReturnTo(again), UnwindContinue())
        }
        again = {
            Call(nothing = kvant::observe_u16(3, list[j]), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(5_u16)))
}
