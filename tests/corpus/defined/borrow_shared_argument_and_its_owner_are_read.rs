// What a function was given to read may be read by others.
//~ FINE: borrow
//~ OBSERVES: 1 u32 21

fn sum(r: &u32, s: &u32, p: *mut u32) -> u32 {
    mir! {
        let y: u32;
        {
            y = *r + *p;
            RET = y + *s;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &u32;
        let p: *mut u32;
        let y: u32;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            r = &*p;
            Call(y = sum(r, r, p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *p = y;
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
