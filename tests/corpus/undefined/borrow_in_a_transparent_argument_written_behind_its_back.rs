// A reference is protected inside of a struct too that is nothing else.

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
            *p = 9; //~ UB: borrow
            RET = 1_u32;
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
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            only = Only { inner: Move(r) };
            Call(y = use_it(Move(only), p), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
