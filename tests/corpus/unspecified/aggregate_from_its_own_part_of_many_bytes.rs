// The part is an aggregate itself.

fn start(x: u8) {
    mir! {
        let nested: ((u8, u16), u8);
        let pair: (u8, u16);
        {
            pair = (x, 4);
            nested = (pair, 5);
            nested = (nested.0, 6); //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
