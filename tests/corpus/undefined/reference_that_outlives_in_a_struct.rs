// Nor can what holds a reference to something that is gone.

struct Holder { reader: &u8 }

fn start(x: u8) {
    mir! {
        let gone: u8;
        let r: &u8;
        let holder: Holder;
        let copy: Holder;
        {
            StorageLive(gone);
            gone = x;
            r = &gone;
            holder = Holder { reader: r };
            StorageDead(gone);
            copy = holder; //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
