// The same local in a later turn is not what the pointer was made for.

fn start(x: u8) {
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
            held = turn;
            match turn {
                0 => first,
                _ => second,
            }
        }
        first = {
            p = addr_of_mut!(held);
            Goto(second)
        }
        second = {
            Call(nothing = kvant::observe_u8(1, *p), ReturnTo(after_1), UnwindContinue()) //~ UB: dangling
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
    kvant::run(|| start(kvant::hide(3_u8)))
}
