// With a promised layout the bytes stay where they are, whatever variant they belong to.
//~ FINE: inactive-variant
//~ OBSERVES: 0 u8 255
//~ OBSERVES: 1 i8 -2

#[repr(u8)]
enum Known {
    Byte(u8),
    Signed(i8),
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let known: Known;
        let p: *mut u8;
        {
            known = Known::Byte(x);
            p = addr_of_mut!(place!(Field::<u8>(Variant(known, 0), 0)));
            known = Known::Signed(-1_i8);
            Call(unit = kvant::observe_u8(0_u32, *p), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            *p = 254_u8;
            Call(unit = kvant::observe_i8(1_u32, Field::<i8>(Variant(known, 1), 0)), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(5_u8)))
}
