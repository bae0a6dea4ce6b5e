// An index needs storage like every local.

fn start(x: u8) {
    mir! {
        let list: [u8; 2];
        let i: usize;
        {
            list = [x; 2];
            StorageLive(i);
            i = 1;
            x = list[i];
            StorageDead(i);
            x = list[i]; //~ UB: dead-local
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
