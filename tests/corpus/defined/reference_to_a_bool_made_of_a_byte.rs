// A byte that is 0 or 1 may be borrowed as a `bool`, and written as one.
//~ FINE: invalid-bool
//~ OBSERVES: 1 u8 0

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        let q: *mut bool;
        let r: &mut bool;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            q = p as *mut bool;
            r = &mut *q;
            *r = !*r;
            Call(nothing = kvant::observe_u8(1, x), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
