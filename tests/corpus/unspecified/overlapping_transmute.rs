// A transmute inside of a union reads the bytes that it writes.

#[repr(C)]
union Both { number: u32, float: f32 }

fn start(x: u32) {
    mir! {
        let both: Both;
        {
            both = Both { number: x };
            both.float = CastTransmute(both.number); //~ UNSPECIFIED: overlapping-assignment
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(65_u32)))
}
