// `x = x` is a copy whose source and destination are one.

fn start(x: u8) {
    mir! {
        {
            x = x; //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
