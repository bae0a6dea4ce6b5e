// The bytes are no more.

fn make() -> *const u8 {
    mir! {
        let x: u8;
        {
            x = 5_u8;
            RET = addr_of!(x);
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let p: *const u8;
        let q: *mut u8;
        {
            Call(p = make(), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            q = addr_of_mut!(x);
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(next_2), UnwindUnreachable()) //~ UB: dangling
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
