// None of them can be read through any pointer.
//~ FINE: out-of-bounds
//~ OBSERVES: 1 u8 7

fn start(x: u8) {
    mir! {
        let nothing: ();
        let p: *mut ();
        let q: *mut [u8; 0];
        let none: [u8; 0];
        let unit: ();
        {
            nothing = ();
            p = addr_of_mut!(nothing);
            q = p as *mut [u8; 0];
            none = *q;
            Call(unit = kvant::observe_u8(1_u32, x), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
