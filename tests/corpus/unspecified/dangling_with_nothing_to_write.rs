// Versions of Rust differ in whether nothing may be written through a dangling pointer: refused.

struct Empty {}

fn start(x: u8) {
    mir! {
        let gone: Empty;
        let empty: Empty;
        let p: *mut Empty;
        {
            StorageLive(gone);
            p = addr_of_mut!(gone);
            StorageDead(gone);
            *p = empty; //~ UNSPECIFIED: dangling-without-bytes
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
