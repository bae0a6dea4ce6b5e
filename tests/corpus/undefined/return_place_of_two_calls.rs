// One place cannot take the results of two calls that are both running.

fn inner() -> u8 {
    mir! {
        {
            RET = 1;
            Return()
        }
    }
}

fn outer(p: *mut u8) -> u8 {
    mir! {
        {
            Call(*p = inner(), ReturnTo(back), UnwindContinue()) //~ UB: return-place-in-use
        }
        back = {
            RET = 2;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let result: u8;
        let p: *mut u8;
        {
            p = addr_of_mut!(result);
            Call(result = outer(p), ReturnTo(back), UnwindContinue())
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
