// Once a function wrote through its argument, nobody else may read there until it returns.

fn set(r: &mut u32, p: *mut u32) -> u32 {
    mir! {
        {
            *r = 8;
            RET = *p; //~ UB: borrow
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let y: u32;
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            Call(y = set(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
