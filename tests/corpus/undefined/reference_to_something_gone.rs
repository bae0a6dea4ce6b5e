// A reference is made to something that lives.

fn start(x: u8) {
    mir! {
        let gone: u8;
        let p: *mut u8;
        let r: &u8;
        {
            StorageLive(gone);
            gone = x;
            p = addr_of_mut!(gone);
            StorageDead(gone);
            r = &*p; //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
