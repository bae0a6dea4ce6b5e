// A byte of a NaN that an operation made may or may not be a `bool`.

#[repr(C)]
union Both { float: f32, flags: [bool; 4] }

fn start(x: f32) {
    mir! {
        let both: Both;
        let nan: f32;
        let i: usize;
        let flag: bool;
        {
            nan = x / x;
            both = Both { float: nan };
            i = 0_usize;
            flag = both.flags[i]; //~ UNSPECIFIED: open-value
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0.0_f32)))
}
