// A pointer is a value like others: it can be pointed to and replaced.
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u8 2
//~ OBSERVES: 3 u8 50

fn start(one: u8) {
    mir! {
        let a: u8;
        let b: u8;
        let p: *mut u8;
        let q: *mut u8;
        let pp: *mut *mut u8;
        let nothing: ();
        {
            a = one;
            b = 2;
            p = addr_of_mut!(a);
            pp = addr_of_mut!(p);
            q = *pp;
            Call(nothing = kvant::observe_u8(1, *q), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            *pp = addr_of_mut!(b);
            Call(nothing = kvant::observe_u8(2, *p), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            *p = 50;
            Call(nothing = kvant::observe_u8(3, b), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
