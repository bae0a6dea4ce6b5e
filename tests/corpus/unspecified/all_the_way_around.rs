// After how many values an address comes around again depends on their size.

enum Big {
    A(u64),
    B(u64),
    C(u64),
}

fn start(x: u64) {
    mir! {
        let big: Big;
        let p: *const Big;
        {
            big = Big::A(x);
            p = addr_of!(big);
            Call(p = core::intrinsics::arith_offset(p, 1152921504606846976_isize), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: layout-dependent
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(5_u64)))
}
