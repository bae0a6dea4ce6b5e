// The byte is 2 when it is read as a `bool`.

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
            flag = any.flag; //~ UB: invalid-bool
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8)))
}
