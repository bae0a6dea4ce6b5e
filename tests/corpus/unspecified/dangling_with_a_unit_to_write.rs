// The unit value is written like any other.

fn start(x: u8) {
    mir! {
        let gone: ();
        let p: *mut ();
        {
            StorageLive(gone);
            p = addr_of_mut!(gone);
            StorageDead(gone);
            *p = (); //~ UNSPECIFIED: dangling-without-bytes
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
