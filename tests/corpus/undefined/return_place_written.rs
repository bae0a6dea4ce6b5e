// Nor write it.

fn poke(p: *mut u32) -> u32 {
    mir! {
        {
            RET = 1;
            *p = 2; //~ UB: return-place-in-use
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let result: u32;
        let p: *mut u32;
        {
            p = addr_of_mut!(result);
            Call(result = poke(p), ReturnTo(back), UnwindContinue())
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u32)))
}
