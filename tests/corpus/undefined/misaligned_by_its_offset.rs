// One byte further on, nothing is a `u16`.

fn start(x: u32) {
    mir! {
        let p: *const u32;
        let b: *const u8;
        let h: *const u16;
        let y: u16;
        {
            p = addr_of!(x);
            b = p as *const u8;
            b = Offset(b, 1_isize);
            h = b as *const u16;
            y = *h; //~ UB: misaligned
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
