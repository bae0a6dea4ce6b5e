// There is nothing to point to.

fn start(x: u8) {
    mir! {
        let held: (u8, u8);
        let p: *mut u8;
        {
            StorageLive(held);
            StorageDead(held);
            p = addr_of_mut!(held.1); //~ UB: dead-local
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
