// An operand is evaluated even if no element of the array is made from it.

fn start(x: u8) {
    mir! {
        let pair: (u8, u8);
        let none: [(u8, u8); 0];
        {
            pair.1 = x;
            none = [pair; 0]; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
