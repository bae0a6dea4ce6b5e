// The second turn begins what the first has not ended.

fn start(x: u8) {
    mir! {
        let held: (u8, u8);
        let turn: u8;
        {
            turn = 0;
            Goto(head)
        }
        head = {
            StorageLive(held); //~ UNSPECIFIED: storage-already-live
            held = (x, turn);
            turn = turn + 1;
            match turn {
                2 => done,
                _ => head,
            }
        }
        done = {
            StorageDead(held);
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
