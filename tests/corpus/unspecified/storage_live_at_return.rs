// The way out that forgets to end the storage.

fn start(x: u8) {
    mir! {
        let held: u8;
        {
            StorageLive(held);
            held = x;
            match x {
                0 => tidy,
                _ => hasty,
            }
        }
        tidy = {
            StorageDead(held);
            Return()
        }
        hasty = {
            Return() //~ UNSPECIFIED: storage-live-at-return
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
