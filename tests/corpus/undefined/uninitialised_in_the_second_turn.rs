// Storage that begins anew has forgotten what it held.

fn start(x: u8) {
    mir! {
        let held: u8;
        let turn: u8;
        let nothing: ();
        {
            turn = 0;
            Goto(head)
        }
        head = {
            StorageLive(held);
            match turn {
                0 => write,
                _ => read,
            }
        }
        write = {
            held = x;
            Goto(read)
        }
        read = {
            Call(nothing = kvant::observe_u8(1, held), ReturnTo(after_1), UnwindContinue()) //~ UB: uninitialised
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
