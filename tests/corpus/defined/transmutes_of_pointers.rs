// A pointer stays one, also inside of other things.
//~ FINE: pointer-as-integer
//~ FINE: broken-pointer
//~ OBSERVES: 0 u8 7
//~ OBSERVES: 1 u8 2
//~ OBSERVES: 2 u8 2
//~ OBSERVES: 3 u8 9

#[repr(C)]
struct Slice {
    data: *const u8,
    length: u64,
}

#[repr(C)]
struct Reversed {
    start: *const [u8; 2],
    count: [u8; 8],
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 2];
        let whole: *const [u8; 2];
        let p: *const u8;
        let slice: Slice;
        let reversed: Reversed;
        let two: [*const u8; 2];
        let both: [*mut [u8; 2]; 2];
        let q: *mut [u8; 2];
        let i: usize;
        {
            a = [x, 2_u8];
            whole = addr_of!(a);
            p = CastTransmute(whole);
            Call(unit = kvant::observe_u8(0_u32, *p), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            slice = Slice { data: p, length: 513_u64 };
            reversed = CastTransmute(slice);
            whole = reversed.start;
            i = 1_usize;
            Call(unit = kvant::observe_u8(1_u32, (*whole)[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(2_u32, reversed.count[i]), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            two = [p, p];
            both = CastTransmute(two);
            q = both[i];
            (*q)[i] = 9_u8;
            Call(unit = kvant::observe_u8(3_u32, a[i]), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
