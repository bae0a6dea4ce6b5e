// A reference may reach up to the last byte.
//~ FINE: out-of-bounds
//~ OBSERVES: 1 u8 9

fn start(x: u8) {
    mir! {
        let array: [u8; 3];
        let p: *mut [u8; 3];
        let first: *mut u8;
        let q: *mut [u8; 2];
        let r: &[u8; 2];
        let i: usize;
        let nothing: ();
        {
            array = [x, 8, 9];
            p = addr_of_mut!(array);
            first = p as *mut u8;
            first = Offset(first, 1_isize);
            q = first as *mut [u8; 2];
            r = &*q;
            i = 1;
            Call(nothing = kvant::observe_u8(1, (*r)[i]), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
