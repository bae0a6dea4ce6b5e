// Nor is copying a whole aggregate.

fn start(x: u64) {
    mir! {
        let gone: (u64, u8);
        let here: (u64, u8);
        let p: *mut (u64, u8);
        {
            StorageLive(gone);
            gone = (x, 1);
            p = addr_of_mut!(gone);
            StorageDead(gone);
            here = *p; //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u64)))
}
