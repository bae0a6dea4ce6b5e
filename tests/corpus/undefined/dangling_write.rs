// Writing is no better than reading.

fn start(x: u32) {
    mir! {
        let gone: [u32; 4];
        let p: *mut u32;
        let i: usize;
        {
            StorageLive(gone);
            i = 3;
            p = addr_of_mut!(gone[i]);
            StorageDead(gone);
            *p = x; //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u32)))
}
