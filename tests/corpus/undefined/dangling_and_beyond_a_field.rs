// That something is gone is certain, also for a pointer to a part of it that went too far.

struct S { a: [u8; 2], b: u16 }

fn gone(x: u8) -> *const u8 {
    mir! {
        let s: S;
        let a: [u8; 2];
        let p: *const [u8; 2];
        let q: *const u8;
        {
            a = [x; 2];
            s = S { a: a, b: 0_u16 };
            p = addr_of!(s.a);
            q = p as *const u8;
            Call(RET = core::intrinsics::arith_offset(q, 2_isize), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let p: *const u8;
        {
            Call(p = gone(x), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            x = *p; //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
