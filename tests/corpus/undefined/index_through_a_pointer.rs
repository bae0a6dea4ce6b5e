// The length is the one of the pointer's type, not of the memory behind it.

fn start(i: usize) {
    mir! {
        let list: [[u8; 2]; 2];
        let row: [u8; 2];
        let p: *mut [u8; 2];
        let first: usize;
        {
            row = [1; 2];
            list = [row; 2];
            first = 0;
            p = addr_of_mut!(list[first]);
            (*p)[i] = 3; //~ UB: index-out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_usize)))
}
