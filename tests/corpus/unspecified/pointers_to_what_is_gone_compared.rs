// The same pointer twice, to a local that is dead.

fn start(x: u8) {
    mir! {
        let y: u8;
        let p: *const u8;
        let b: bool;
        {
            StorageLive(y);
            y = x;
            p = addr_of!(y);
            StorageDead(y);
            b = p == p; //~ UNSPECIFIED: pointer-comparison
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
