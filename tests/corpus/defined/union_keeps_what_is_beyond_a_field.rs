// Writing a small field leaves the bytes behind it as they were.
//~ FINE: uninitialised
//~ OBSERVES: 0 u64 72623859790382857
//~ OBSERVES: 1 u8 9

#[repr(C)]
union Sizes {
    large: u64,
    small: u8,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let sizes: Sizes;
        {
            sizes = Sizes { large: 72623859790382856_u64 };
            sizes.small = x;
            Call(unit = kvant::observe_u64(0_u32, sizes.large), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(1_u32, sizes.small), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(9_u8)))
}
