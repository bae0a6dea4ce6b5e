// `write_bytes` is a write, and a function's argument is protected from it.

fn fill(r: &mut u32, p: *mut u32) -> u32 {
    mir! {
        let nothing: ();
        {
            Call(nothing = core::intrinsics::write_bytes(p, 1_u8, 1_usize), ReturnTo(b1), UnwindUnreachable()) //~ UB: borrow
        }
        b1 = {
            RET = *r;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let y: u32;
        let r: &mut u32;
        let p: *mut u32;
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            Call(y = fill(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
