// No char is larger than 0x10ffff.

fn start(x: i32) {
    mir! {
        let c: char;
        {
            c = CastTransmute(x); //~ UB: invalid-char
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1114112_i32)))
}
