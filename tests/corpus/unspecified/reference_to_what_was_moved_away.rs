// What was moved away is uninitialised, and nobody makes a reference to it.

fn start(x: u32) {
    mir! {
        let y: u32;
        let p: *mut u32;
        let r: &u32;
        {
            p = addr_of_mut!(x);
            *p = 8;
            y = Move(x);
            r = &x; //~ UNSPECIFIED: uninitialised-referent
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
