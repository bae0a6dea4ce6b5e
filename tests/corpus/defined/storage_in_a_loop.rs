// Storage that ends and begins anew in each turn is fine if each turn writes before it reads.
//~ FINE: dead-local
//~ FINE: storage-already-live
//~ FINE: storage-already-dead
//~ OBSERVES: 1 u32 3
//~ OBSERVES: 1 u32 7
//~ OBSERVES: 1 u32 15

fn start(x: u32) {
    mir! {
        let turn: u8;
        let held: (u32, u32);
        let p: *mut u32;
        let nothing: ();
        {
            turn = 0;
            Goto(head)
        }
        head = {
            match turn {
                3 => done,
                _ => body,
            }
        }
        body = {
            StorageLive(held);
            p = addr_of_mut!(held.1);
            *p = x;
            held.0 = *p;
            x = held.0 + held.1;
            x = x + 1;
            StorageDead(held);
            turn = turn + 1;
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Goto(head)
        }
        done = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
