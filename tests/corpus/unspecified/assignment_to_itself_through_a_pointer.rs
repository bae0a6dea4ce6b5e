// Two ways to the same scalar.

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        {
            p = addr_of_mut!(x);
            *p = x; //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
