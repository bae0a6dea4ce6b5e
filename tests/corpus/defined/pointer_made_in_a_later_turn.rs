// A pointer made after the storage began anew is a new pointer.
//~ FINE: dangling
//~ OBSERVES: 1 u8 0
//~ OBSERVES: 1 u8 1

fn start(turns: u8) {
    mir! {
        let held: u8;
        let p: *mut u8;
        let turn: u8;
        let nothing: ();
        {
            turn = 0;
            Goto(head)
        }
        head = {
            StorageLive(held);
            p = addr_of_mut!(held);
            *p = turn;
            Call(nothing = kvant::observe_u8(1, *p), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            StorageDead(held);
            turn = turn + 1;
            match turn {
                2 => done,
                _ => head,
            }
        }
        done = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8)))
}
