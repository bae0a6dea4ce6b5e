// Seven bytes of a pointer and one that was written.

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        let q: *mut *mut u8;
        let b: *mut u8;
        let r: *mut u8;
        {
            p = addr_of_mut!(x);
            q = addr_of_mut!(p);
            b = q as *mut u8;
            *b = 0_u8;
            r = p; //~ UNSPECIFIED: broken-pointer
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
