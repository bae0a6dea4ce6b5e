// A union that is made anew has nothing beyond the field it was given.

#[repr(C)]
union Sizes {
    large: u32,
    small: u8,
}

fn start(x: u8) {
    mir! {
        let sizes: Sizes;
        let y: u32;
        {
            sizes = Sizes { large: 5_u32 };
            sizes = Sizes { small: x };
            y = sizes.large; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
