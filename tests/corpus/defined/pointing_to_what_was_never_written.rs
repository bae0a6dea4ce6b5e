// To make a pointer is not to read.
//~ FINE: uninitialised
//~ OBSERVES: 1 u8 4

fn start(x: u8) {
    mir! {
        let never: (u8, u16);
        let p: *mut (u8, u16);
        let q: *mut u16;
        let nothing: ();
        {
            p = addr_of_mut!(never);
            q = addr_of_mut!((*p).1);
            *q = 4;
            x = never.1 as u8;
            Call(nothing = kvant::observe_u8(1, x), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
