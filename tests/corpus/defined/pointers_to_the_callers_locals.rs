// What belongs to a caller outlives the callee, through any number of calls.
//~ FINE: dangling
//~ OBSERVES: 1 u32 11

fn deep(depth: u8, sum: *mut u32) {
    mir! {
        let own: u32;
        let inner: *mut u32;
        let nothing: ();
        {
            match depth {
                0 => done,
                _ => more,
            }
        }
        more = {
            own = 0;
            inner = addr_of_mut!(own);
            depth = depth - 1;
            Call(nothing = deep(depth, inner), ReturnTo(add), UnwindContinue())
        }
        add = {
            *sum = *sum + own;
            Goto(done)
        }
        done = {
            *sum = *sum + 1;
            Return()
        }
    }
}

fn start(depth: u8) {
    mir! {
        let sum: u32;
        let p: *mut u32;
        let nothing: ();
        {
            sum = 0;
            p = addr_of_mut!(sum);
            Call(nothing = deep(depth, p), ReturnTo(shown), UnwindContinue())
        }
        shown = {
            Call(nothing = kvant::observe_u32(1, sum), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(10_u8)))
}
