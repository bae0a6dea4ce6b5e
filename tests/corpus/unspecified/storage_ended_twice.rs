// Both ways out end it, and the second comes by both.

fn start(x: u8) {
    mir! {
        let held: (u8, u64);
        {
            StorageLive(held);
            held = (x, 1);
            match x {
                0 => out,
                _ => early,
            }
        }
        early = {
            StorageDead(held);
            Goto(out)
        }
        out = {
            StorageDead(held); //~ UNSPECIFIED: storage-already-dead
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
