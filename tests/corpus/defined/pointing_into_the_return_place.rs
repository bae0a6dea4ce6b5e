// During a call the return place may be pointed to, just not read or written.
//~ FINE: return-place-in-use
//~ OBSERVES: 1 u8 2

fn point(p: *mut (u8, u8)) -> (u8, u8) {
    mir! {
        let inner: *mut u8;
        {
            inner = addr_of_mut!((*p).1);
            RET = (1, 2);
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let pair: (u8, u8);
        let p: *mut (u8, u8);
        let nothing: ();
        {
            p = addr_of_mut!(pair);
            Call(pair = point(p), ReturnTo(back), UnwindContinue())
        }
        back = {
            Call(nothing = kvant::observe_u8(1, pair.1), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
