// A local with storage markers is dead on entry.

fn start(x: u8) {
    mir! {
        let held: u8;
        {
            StorageDead(held); //~ UNSPECIFIED: storage-already-dead
            StorageLive(held);
            StorageDead(held);
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
