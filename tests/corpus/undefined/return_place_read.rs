// Nobody may read the return place of a call that is running.

fn peek(p: *mut u32) -> u32 {
    mir! {
        {
            RET = *p; //~ UB: return-place-in-use
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let result: u32;
        let p: *mut u32;
        {
            result = x;
            p = addr_of_mut!(result);
            Call(result = peek(p), ReturnTo(back), UnwindContinue())
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u32)))
}
