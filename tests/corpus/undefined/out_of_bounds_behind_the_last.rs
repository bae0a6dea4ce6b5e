// The pointer is fine right behind the last element, and nothing is there.

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        {
            p = addr_of_mut!(x);
            p = Offset(p, 1_usize);
            *p = 1_u32; //~ UB: out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
