// Building an aggregate there is writing it.

fn build(p: *mut (u8, u8)) -> u8 {
    mir! {
        {
            *p = (1, 2); //~ UB: return-place-in-use
            RET = 3;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let pair: (u8, u8);
        let p: *mut (u8, u8);
        {
            p = addr_of_mut!(pair);
            Call(pair.0 = build(p), ReturnTo(back), UnwindContinue())
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
