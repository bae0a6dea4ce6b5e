// A scalar argument is read before the call begins, so the return place may be where it comes from.
//~ FINE: overlapping-return-place
//~ OBSERVES: 1 u8 4
//~ OBSERVES: 2 u8 6
//~ OBSERVES: 3 u8 7

fn next(n: u8) -> u8 {
    mir! {
        {
            RET = n + 1;
            Return()
        }
    }
}

fn twice(n: u8) -> (u8, u8) {
    mir! {
        let more: u8;
        {
            more = n + 1;
            RET = (n, more);
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        let pair: (u8, u8);
        let nothing: ();
        {
            Call(x = next(x), ReturnTo(one), UnwindContinue())
        }
        one = {
            Call(nothing = kvant::observe_u8(1, x), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            p = addr_of_mut!(x);
            *p = 5;
            Call(*p = next(*p), ReturnTo(two), UnwindContinue())
        }
        two = {
            Call(nothing = kvant::observe_u8(2, x), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            pair = (6, 0);
            Call(pair = twice(pair.0), ReturnTo(three), UnwindContinue())
        }
        three = {
            Call(nothing = kvant::observe_u8(3, pair.1), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
