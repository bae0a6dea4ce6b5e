// An offset may be as long as what it goes through.
//~ FINE: offset-overflow
//~ OBSERVES: 0 u8 7
//~ OBSERVES: 1 u8 9

fn start(x: usize) {
    mir! {
        let unit: ();
        let a: [u8; 100000];
        let p: *const [u8; 100000];
        let first: *const u8;
        let q: *const u8;
        let i: usize;
        {
            a = [0_u8; 100000];
            i = 70000_usize;
            a[i] = 7_u8;
            i = 99999_usize;
            a[i] = 9_u8;
            p = addr_of!(a);
            first = p as *const u8;
            q = Offset(first, x);
            Call(unit = kvant::observe_u8(0_u32, *q), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            Call(q = core::intrinsics::arith_offset(q, 29999_isize), ReturnTo(more), UnwindUnreachable())
        }
        more = {
            Call(unit = kvant::observe_u8(1_u32, *q), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(70000_usize)))
}
