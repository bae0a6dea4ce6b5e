// The argument is a part of where the result goes, by way of a pointer.

fn double(pair: (u8, u8)) -> ((u8, u8), (u8, u8)) {
    mir! {
        {
            RET = (pair, pair);
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let pair: (u8, u8);
        let both: ((u8, u8), (u8, u8));
        let p: *mut ((u8, u8), (u8, u8));
        {
            pair = (x, 2);
            both = (pair, pair);
            p = addr_of_mut!(both);
            Call(both = double((*p).1), ReturnTo(back), UnwindContinue()) //~ UNSPECIFIED: overlapping-return-place
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
