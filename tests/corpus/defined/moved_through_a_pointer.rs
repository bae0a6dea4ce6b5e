// The local itself can be written again, and the same pointer works then.
//~ FINE: moved-place
//~ OBSERVES: 0 u32 9
//~ OBSERVES: 1 u32 9
//~ OBSERVES: 2 u32 1

fn take(a: [u32; 4]) -> u32 {
    mir! {
        let i: usize;
        {
            i = 3_usize;
            a[i] = a[i] + 1_u32;
            RET = a[i];
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let a: [u32; 4];
        let p: *mut [u32; 4];
        let i: usize;
        let y: u32;
        {
            a = [x; 4];
            p = addr_of_mut!(a);
            Call(y = take(Move(*p)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(0_u32, y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            a = [1_u32; 4];
            i = 0_usize;
            (*p)[i] = y;
            Call(unit = kvant::observe_u32(1_u32, a[i]), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            i = 3_usize;
            Call(unit = kvant::observe_u32(2_u32, (*p)[i]), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(8_u32)))
}
