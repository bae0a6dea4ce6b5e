// A pointer to a word may be one to its bytes, and back again.
//~ FINE: misaligned
//~ FINE: out-of-bounds
//~ OBSERVES: 0 u8 4
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u16 2
//~ OBSERVES: 3 u32 4294902532
//~ OBSERVES: 4 u32 4294902532

fn start(x: u32) {
    mir! {
        let unit: ();
        let p: *mut u32;
        let b: *mut u8;
        let q: *mut u16;
        {
            p = addr_of_mut!(x);
            b = p as *mut u8;
            Call(unit = kvant::observe_u8(0_u32, *b), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            b = Offset(b, 3_isize);
            Call(unit = kvant::observe_u8(1_u32, *b), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            *b = 0_u8;
            b = Offset(b, -1_isize);
            q = b as *mut u16;
            Call(unit = kvant::observe_u16(2_u32, *q), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            *q = 65535_u16;
            Call(unit = kvant::observe_u32(3_u32, x), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            b = Offset(b, -2_isize);
            p = b as *mut u32;
            Call(unit = kvant::observe_u32(4_u32, *p), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(16909060_u32)))
}
