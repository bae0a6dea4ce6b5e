// The lowest integer comes about by a shift, and -1 by wrapping.

fn start(one: isize) {
    mir! {
        let least: isize;
        let minus_one: isize;
        {
            least = one << 63_u8;
            minus_one = one - 2;
            least = least / minus_one; //~ UB: division-overflow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_isize)))
}
