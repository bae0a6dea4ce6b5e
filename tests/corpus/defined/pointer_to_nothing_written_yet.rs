// A raw pointer may be to something uninitialised, and a reference is made once it is written.
//~ FINE: uninitialised-referent
//~ OBSERVES: 1 u32 8

fn start(x: u32) {
    mir! {
        let y: u32;
        let p: *mut u32;
        let r: &mut u32;
        let nothing: ();
        {
            p = addr_of_mut!(y);
            *p = x;
            r = &mut *p;
            *r = *r + 1;
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
