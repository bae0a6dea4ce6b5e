// A function's mutable argument and the owner may both be read while it runs.
//~ FINE: borrow
//~ OBSERVES: 1 u32 21

fn sum(r: &mut u32, p: *mut u32) -> u32 {
    mir! {
        let y: u32;
        {
            y = *p;
            y = y + *r;
            RET = y + *p;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let y: u32;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            Call(y = sum(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
