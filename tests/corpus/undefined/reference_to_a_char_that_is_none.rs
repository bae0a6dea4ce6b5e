// A surrogate cannot be borrowed as a `char`.

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        let q: *mut char;
        let r: &mut char;
        {
            p = addr_of_mut!(x);
            q = p as *mut char;
            r = &mut *q; //~ UB: invalid-char
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0xd800_u32)))
}
