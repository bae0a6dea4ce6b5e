// The first turn ends the storage that the second turn wants to use.

fn start(x: u8) {
    mir! {
        let held: u8;
        let turn: u8;
        {
            turn = 0;
            StorageLive(held);
            Goto(head)
        }
        head = {
            held = turn; //~ UB: dead-local
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
