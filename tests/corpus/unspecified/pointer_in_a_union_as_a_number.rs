// The other field of the union is an integer.

#[repr(C)]
union Handle {
    pointer: *const u8,
    number: u64,
}

fn start(x: u8) {
    mir! {
        let p: *const u8;
        let handle: Handle;
        let n: u64;
        {
            p = addr_of!(x);
            handle = Handle { pointer: p };
            n = handle.number; //~ UNSPECIFIED: pointer-as-integer
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
