// A reference to something that is gone cannot be copied: a copy is a new reference.

fn start(x: u8) {
    mir! {
        let gone: u8;
        let r: &u8;
        let s: &u8;
        {
            StorageLive(gone);
            gone = x;
            r = &gone;
            StorageDead(gone);
            s = r; //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
