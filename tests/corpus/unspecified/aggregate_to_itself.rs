// A whole aggregate is copied to where it is.

fn start(x: u8) {
    mir! {
        let triple: (u8, u32, u64);
        let p: *mut (u8, u32, u64);
        {
            triple = (x, 2, 3);
            p = addr_of_mut!(triple);
            triple = *p; //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
