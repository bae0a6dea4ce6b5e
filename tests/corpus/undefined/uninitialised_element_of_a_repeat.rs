// So does repeating it.

fn start(x: u8) {
    mir! {
        let pair: (u8, u8);
        let list: [(u8, u8); 2];
        {
            pair.1 = x;
            list = [pair; 2]; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
