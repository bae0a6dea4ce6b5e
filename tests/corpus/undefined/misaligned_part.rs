// A byte can be anywhere, but not as a part of something that is aligned.

#[repr(C)]
struct Pair {
    byte: u8,
    word: u32,
}

fn start(x: u64) {
    mir! {
        let p: *const u64;
        let b: *const u8;
        let pair: *const Pair;
        let y: u8;
        {
            p = addr_of!(x);
            b = p as *const u8;
            b = Offset(b, 1_isize);
            pair = b as *const Pair;
            y = (*pair).byte; //~ UB: misaligned
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u64)))
}
