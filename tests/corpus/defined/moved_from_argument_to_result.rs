// The callee writes its argument anew after it moved it to the result.
//~ OBSERVES: 0 u64 1
//~ OBSERVES: 1 u64 3
//~ OBSERVES: 2 u64 3

fn id(a: [u64; 6]) -> [u64; 6] {
    mir! {
        {
            RET = Move(a);
            a = [5_u64; 6];
            Return()
        }
    }
}

fn start(x: u64) {
    mir! {
        let unit: ();
        let a: [u64; 6];
        let b: [u64; 6];
        let p: *mut [u64; 6];
        let i: usize;
        {
            i = 2_usize;
            a = [x; 6];
            p = addr_of_mut!(b);
            Call(*p = id(Move(a)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u64(0_u32, b[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            a = b;
            a[i] = 3_u64;
            Call(b = id(a), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u64(1_u32, (*p)[i]), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u64(2_u32, a[i]), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u64)))
}
