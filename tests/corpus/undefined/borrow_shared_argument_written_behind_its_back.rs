// What a function was given to read does not change while it runs.

fn set(r: &u32, p: *mut u32) -> u32 {
    mir! {
        let y: u32;
        {
            y = *r;
            *p = 8; //~ UB: borrow
            RET = y + *r;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &u32;
        let p: *mut u32;
        let y: u32;
        {
            p = addr_of_mut!(x);
            r = &*p;
            Call(y = set(r, p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
