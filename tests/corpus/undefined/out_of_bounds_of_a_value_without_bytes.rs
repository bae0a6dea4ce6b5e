// A local without bytes has none to read.

fn start(x: u8) {
    mir! {
        let nothing: ();
        let p: *mut ();
        let q: *mut u8;
        {
            nothing = ();
            p = addr_of_mut!(nothing);
            q = p as *mut u8;
            x = *q; //~ UB: out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
