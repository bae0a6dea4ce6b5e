// The tag of an enum is as aligned as the enum.

#[repr(u16)]
enum Two {
    A,
    B,
}

fn start(x: u32) {
    mir! {
        let p: *const u32;
        let b: *const u8;
        let q: *const Two;
        let d: u16;
        {
            p = addr_of!(x);
            b = p as *const u8;
            b = Offset(b, 1_isize);
            q = b as *const Two;
            d = Discriminant(*q); //~ UB: misaligned
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u32)))
}
