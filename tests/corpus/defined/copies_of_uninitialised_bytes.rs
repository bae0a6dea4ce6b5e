// They are copied as they are, and harmless until they are read.
//~ FINE: uninitialised
//~ OBSERVES: 0 u8 4
//~ OBSERVES: 1 u8 6

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 3];
        let b: [u8; 3];
        let i: usize;
        let p: *const [u8; 3];
        let q: *mut [u8; 3];
        {
            i = 1_usize;
            a[i] = x;
            b = [9_u8; 3];
            p = addr_of!(a);
            q = addr_of_mut!(b);
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(0_u32, b[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            i = 0_usize;
            b[i] = 5_u8;
            i = 2_usize;
            b[i] = 6_u8;
            a = b;
            Call(unit = kvant::observe_u8(1_u32, a[i]), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4_u8)))
}
