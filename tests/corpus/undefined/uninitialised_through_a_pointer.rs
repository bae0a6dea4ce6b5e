// A pointer to it does not make it a value.

fn start(x: u8) {
    mir! {
        let never: u16;
        let p: *mut u16;
        let got: u16;
        {
            p = addr_of_mut!(never);
            got = *p; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
