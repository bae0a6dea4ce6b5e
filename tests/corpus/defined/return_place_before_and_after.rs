// A pointer to the return place may be used before the call and after it.
//~ FINE: return-place-in-use
//~ OBSERVES: 1 u32 1
//~ OBSERVES: 2 u32 42

fn answer(p: *mut u32) -> u32 {
    mir! {
        let kept: *mut u32;
        {
            kept = p;
            RET = 42;
            Return()
        }
    }
}

fn start(one: u32) {
    mir! {
        let result: u32;
        let p: *mut u32;
        let nothing: ();
        {
            p = addr_of_mut!(result);
            *p = one;
            Call(nothing = kvant::observe_u32(1, *p), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(result = answer(p), ReturnTo(back), UnwindContinue())
        }
        back = {
            Call(nothing = kvant::observe_u32(2, *p), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
