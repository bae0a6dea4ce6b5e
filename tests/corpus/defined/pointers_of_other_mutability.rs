// A `*const` may become a `*mut`, for what can be written anyway.
//~ OBSERVES: 0 u8 9
//~ OBSERVES: 1 u8 2

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 2];
        let p: *const [u8; 2];
        let q: *mut [u8; 2];
        let r: *mut u8;
        let s: *const u8;
        let i: usize;
        {
            a = [x, 2_u8];
            p = addr_of!(a);
            q = p as *mut [u8; 2];
            r = q as *mut u8;
            *r = 9_u8;
            s = r as *const u8;
            Call(unit = kvant::observe_u8(0_u32, *s), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            q = r as *mut [u8; 2];
            i = 1_usize;
            Call(unit = kvant::observe_u8(1_u32, (*q)[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
