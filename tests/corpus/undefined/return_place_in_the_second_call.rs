// The same function is fine with one pointer and not with another.

fn add(a: *mut u8, b: *mut u8) -> u8 {
    mir! {
        {
            RET = *a + *b; //~ UB: return-place-in-use
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let one: u8;
        let two: u8;
        let p: *mut u8;
        let q: *mut u8;
        let nothing: ();
        {
            one = x;
            two = x;
            p = addr_of_mut!(one);
            q = addr_of_mut!(two);
            Call(x = add(p, q), ReturnTo(first), UnwindContinue())
        }
        first = {
            Call(nothing = kvant::observe_u8(1, x), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(two = add(p, q), ReturnTo(second), UnwindContinue())
        }
        second = {
            Call(nothing = kvant::observe_u8(2, two), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
