// An aligned allocation does not help a reference to an odd offset.

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        let b: *mut u8;
        let q: *mut u16;
        let r: &mut u16;
        {
            p = addr_of_mut!(x);
            b = p as *mut u8;
            b = Offset(b, 1_isize);
            q = b as *mut u16;
            r = &mut *q; //~ UB: misaligned
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
