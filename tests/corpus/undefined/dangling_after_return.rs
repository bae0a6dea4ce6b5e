// A callee's locals go with it.

fn leak() -> *mut u8 {
    mir! {
        let own: u8;
        {
            own = 1;
            RET = addr_of_mut!(own);
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        let nothing: ();
        {
            Call(p = leak(), ReturnTo(back), UnwindContinue())
        }
        back = {
            Call(nothing = kvant::observe_u8(1, *p), ReturnTo(after_1), UnwindContinue()) //~ UB: dangling
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
