// However many nothings further on is the same place.
//~ FINE: offset-overflow
//~ FINE: offset-out-of-bounds
//~ OBSERVES: 0 usize 200

#[repr(C)]
struct Empty {}

fn start(x: u8) {
    mir! {
        let unit: ();
        let empty: Empty;
        let p: *const Empty;
        let q: *mut Empty;
        let n: usize;
        {
            empty = Empty {};
            p = addr_of!(empty);
            p = Offset(p, 18446744073709551615_usize);
            p = Offset(p, -9223372036854775808_isize);
            empty = *p;
            q = addr_of_mut!(empty);
            n = x as usize;
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 18446744073709551615_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = core::intrinsics::write_bytes(q, x, n), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_usize(0_u32, n), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(200_u8)))
}
