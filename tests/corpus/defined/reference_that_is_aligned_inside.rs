// Two bytes into an aligned `u32` there is a place for a `u16`.
//~ FINE: misaligned
//~ OBSERVES: 1 u32 131079

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        let b: *mut u8;
        let q: *mut u16;
        let r: &mut u16;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            b = p as *mut u8;
            b = Offset(b, 2_isize);
            q = b as *mut u16;
            r = &mut *q;
            *r = *r + 1;
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(65543_u32)))
}
