// The callee may have its argument right there.

struct Big {
    a: [u64; 4],
}

fn take(big: Big, p: *mut Big, i: usize) -> u64 {
    mir! {
        {
            (*p).a[i] = 5_u64; //~ UNSPECIFIED: moved-place
            RET = big.a[i];
            Return()
        }
    }
}

fn start(x: u64) {
    mir! {
        let a: [u64; 4];
        let big: Big;
        let p: *mut Big;
        let y: u64;
        {
            a = [x; 4];
            big = Big { a: a };
            p = addr_of_mut!(big);
            Call(y = take(Move(big), p, 0_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u64)))
}
