// Even to point there is too far.

fn start(i: usize) {
    mir! {
        let list: [u8; 3];
        let p: *mut u8;
        {
            p = addr_of_mut!(list[i]); //~ UB: index-out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_usize)))
}
