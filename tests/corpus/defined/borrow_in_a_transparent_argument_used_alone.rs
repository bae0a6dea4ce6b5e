// Only the struct's reference is used while the call runs.
//~ FINE: borrow
//~ OBSERVES: 1 u32 8
//~ OBSERVES: 2 u32 9

#[repr(transparent)]
struct Only {
    inner: &mut u32,
}

fn use_it(only: Only, p: *mut u32) -> u32 {
    mir! {
        let r: &mut u32;
        {
            r = Move(only.inner);
            *r = 8;
            RET = *r;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        let r: &mut u32;
        let only: Only;
        let y: u32;
        let unit: ();
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            only = Only { inner: Move(r) };
            Call(y = use_it(Move(only), p), ReturnTo(then), UnwindUnreachable())
        }
        then = {
            *p = 9;
            Call(unit = kvant::observe_u32(1_u32, y), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            Call(unit = kvant::observe_u32(2_u32, x), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
