// What a function tells the inliner changes nothing.
//~ OBSERVES: 1 u32 21

#[inline(never)]
fn start(x: u32) {
    mir! {
        let a: u32;
        let b: u32;
        let nothing: ();
        {
            Call(a = add(x, 1), ReturnTo(one), UnwindContinue())
        }
        one = {
            Call(b = add(a, a), ReturnTo(two), UnwindContinue())
        }
        two = {
            a = a + b;
            Call(nothing = kvant::observe_u32(1, a), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

#[inline(always)]
fn add(a: u32, b: u32) -> u32 {
    mir! {
        {
            RET = a + b;
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(6_u32)))
}
