// And dead again after the last.

fn start(x: u8) {
    mir! {
        let held: u8;
        {
            StorageLive(held);
            held = x;
            StorageDead(held);
            x = x + held; //~ UB: dead-local
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
