// The function writes behind the back of the reference before it hands it out.

fn lend(p: *mut u32) -> &mut u32 {
    mir! {
        let r: &mut u32;
        {
            r = &mut *p;
            *p = 8;
            RET = Move(r); //~ UB: borrow
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        let r: &mut u32;
        {
            p = addr_of_mut!(x);
            Call(r = lend(p), ReturnTo(then), UnwindUnreachable())
        }
        then = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
