// So does building another aggregate from it.

fn start(x: u8) {
    mir! {
        let pair: (u8, u8);
        let nested: (u8, (u8, u8));
        {
            pair.1 = x;
            nested = (x, pair); //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
