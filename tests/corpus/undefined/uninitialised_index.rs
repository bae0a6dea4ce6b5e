// An index is read, too.

fn start(x: u8) {
    mir! {
        let list: [u8; 2];
        let i: usize;
        {
            list = [x; 2];
            x = list[i]; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
