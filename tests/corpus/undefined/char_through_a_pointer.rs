// The pointer's type says that it is a `char`.

fn start(x: u32) {
    mir! {
        let p: *const u32;
        let q: *const char;
        let c: char;
        {
            p = addr_of!(x);
            q = p as *const char;
            c = *q; //~ UB: invalid-char
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(55296_u32)))
}
