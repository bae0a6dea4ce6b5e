// That somebody else read an argument's place does not matter once the call is over: its reborrow writes
// again.
//~ FINE: borrow
//~ OBSERVES: 1 u32 7
//~ OBSERVES: 2 u32 8

fn pass(r: &mut u32, p: *mut u32, seen: *mut u32) -> &mut u32 {
    mir! {
        {
            *seen = *p;
            RET = &mut *r;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let p: *mut u32;
        let seen: u32;
        let q: *mut u32;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            q = addr_of_mut!(seen);
            r = &mut *p;
            Call(s = pass(Move(r), p, q), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *s = *s + 1;
            Call(nothing = kvant::observe_u32(1, seen), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u32(2, x), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
