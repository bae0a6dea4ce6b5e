// Nor as a part of something larger.

fn copy(p: *mut (u8, u16)) -> u16 {
    mir! {
        let all: (u8, u16);
        {
            all = *p; //~ UB: return-place-in-use
            RET = all.1;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let pair: (u8, u16);
        let p: *mut (u8, u16);
        {
            pair = (x, 2);
            p = addr_of_mut!(pair);
            Call(pair.1 = copy(p), ReturnTo(back), UnwindContinue())
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
