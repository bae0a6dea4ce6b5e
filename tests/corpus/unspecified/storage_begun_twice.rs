// Versions differ in whether this is undefined or only forgets the value.

fn start(x: u8) {
    mir! {
        let held: u8;
        {
            StorageLive(held);
            held = x;
            StorageLive(held); //~ UNSPECIFIED: storage-already-live
            StorageDead(held);
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
