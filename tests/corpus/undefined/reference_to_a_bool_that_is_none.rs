// What a reference is made for must be a value of its type.

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        let q: *mut bool;
        let r: &bool;
        {
            p = addr_of_mut!(x);
            q = p as *mut bool;
            r = &*q; //~ UB: invalid-bool
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8)))
}
