// Not even a part of it.

fn peek(p: *mut u8) -> [u8; 3] {
    mir! {
        let got: u8;
        {
            got = *p; //~ UB: return-place-in-use
            RET = [got; 3];
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let list: [u8; 3];
        let p: *mut u8;
        let i: usize;
        {
            list = [x; 3];
            i = 2;
            p = addr_of_mut!(list[i]);
            Call(list = peek(p), ReturnTo(back), UnwindContinue())
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
