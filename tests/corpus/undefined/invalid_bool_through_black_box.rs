// `black_box` is a typed copy like any other.

#[repr(C)]
union Any {
    byte: u8,
    flag: bool,
}

fn start(x: u8) {
    mir! {
        let any: Any;
        let flag: bool;
        {
            any = Any { byte: x };
            Call(flag = core::intrinsics::black_box(any.flag), ReturnTo(next_1), UnwindUnreachable()) //~ UB: invalid-bool
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
