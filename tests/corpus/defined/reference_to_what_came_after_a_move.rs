// A place that got a new value after it was moved away is as good as any.
//~ FINE: uninitialised-referent
//~ OBSERVES: 1 u32 17

fn start(x: u32) {
    mir! {
        let y: u32;
        let p: *mut u32;
        let r: &u32;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            *p = 8;
            y = Move(x);
            x = 9;
            r = &x;
            y = y + *r;
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
