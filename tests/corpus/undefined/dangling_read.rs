// The pointer outlives what it points to.

fn start(x: u8) {
    mir! {
        let gone: u8;
        let p: *mut u8;
        {
            StorageLive(gone);
            gone = x;
            p = addr_of_mut!(gone);
            StorageDead(gone);
            x = *p; //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
