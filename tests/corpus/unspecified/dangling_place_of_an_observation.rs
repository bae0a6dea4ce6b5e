// An observer is called like any function, and returns a value without bytes.

fn start(x: u8) {
    mir! {
        let gone: ();
        let p: *mut ();
        {
            StorageLive(gone);
            p = addr_of_mut!(gone);
            StorageDead(gone);
            Call(*p = kvant::observe_u8(1, x), ReturnTo(done), UnwindContinue()) //~ UNSPECIFIED: dangling-without-bytes
        }
        done = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
