// A path into something that is gone leads nowhere, even if it is only to be pointed at.

#[repr(C)]
struct Pair {
    a: u32,
    b: u32,
}

fn start(x: u32) {
    mir! {
        let gone: Pair;
        let p: *mut Pair;
        let q: *mut u32;
        {
            StorageLive(gone);
            p = addr_of_mut!(gone);
            StorageDead(gone);
            q = addr_of_mut!((*p).b); //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u32)))
}
