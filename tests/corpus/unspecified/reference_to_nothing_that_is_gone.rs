// Whether a reference to no bytes may be to something that is gone is disputed.

fn start(x: u8) {
    mir! {
        let gone: u8;
        let p: *mut u8;
        let q: *mut [u8; 0];
        let r: &[u8; 0];
        {
            StorageLive(gone);
            gone = x;
            p = addr_of_mut!(gone);
            q = p as *mut [u8; 0];
            StorageDead(gone);
            r = &*q; //~ UNSPECIFIED: dangling-without-bytes
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
