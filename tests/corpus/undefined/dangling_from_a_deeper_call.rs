// A pointer handed up from a deeper call is used by a shallower one of the same function.

fn down(depth: u8) -> *const u8 {
    mir! {
        let own: u8;
        let below: *const u8;
        let nothing: ();
        {
            own = depth;
            RET = addr_of!(own);
            match depth {
                0 => bottom,
                _ => more,
            }
        }
        more = {
            depth = depth - 1;
            Call(below = down(depth), ReturnTo(back), UnwindContinue())
        }
        back = {
            Call(nothing = kvant::observe_u8(1, *below), ReturnTo(after_1), UnwindContinue()) //~ UB: dangling
        }
        after_1 = {
            Return()
        }
        bottom = {
            Return()
        }
    }
}

fn start(depth: u8) {
    mir! {
        let p: *const u8;
        {
            Call(p = down(depth), ReturnTo(done), UnwindContinue())
        }
        done = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8)))
}
