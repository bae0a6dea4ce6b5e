// A local with storage markers is dead until the first of them.

fn start(x: u8) {
    mir! {
        let late: u8;
        {
            late = x; //~ UB: dead-local
            StorageLive(late);
            StorageDead(late);
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
