// Reading the field makes it a function pointer, and calling reads it.

#[repr(C)]
union Any {
    data: *const u8,
    call: fn(u8) -> u8,
}

fn start(x: u8) {
    mir! {
        let p: *const u8;
        let any: Any;
        {
            p = addr_of!(x);
            any = Any { data: p };
            Call(x = (any.call)(3_u8), ReturnTo(next_1), UnwindUnreachable()) //~ UB: invalid-function-pointer
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
