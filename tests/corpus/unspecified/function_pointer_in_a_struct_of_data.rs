// Each field of what is copied must be a value.

#[repr(C)]
struct Data {
    p: *const u8,
    n: u64,
}

#[repr(C)]
struct Task {
    f: fn(),
    n: u64,
}

fn start(x: u8) {
    mir! {
        let p: *const u8;
        let data: Data;
        let task: Task;
        {
            p = addr_of!(x);
            data = Data { p: p, n: 1_u64 };
            task = CastTransmute(data); //~ UNSPECIFIED: function-pointer-to-data
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
