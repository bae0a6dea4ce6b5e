// A cast inside of a union reads the bytes that it writes.

#[repr(C)]
union Both { half: u32, whole: u64 }

fn start(x: u64) {
    mir! {
        let both: Both;
        {
            both = Both { whole: x };
            both.half = both.whole as u32; //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4294967297_u64)))
}
