// The tag is an `i32`, the discriminant an `isize`, and the fields come behind the tag.
//~ OBSERVES: 0 isize -1
//~ OBSERVES: 1 i32 -1
//~ OBSERVES: 2 isize 1
//~ OBSERVES: 3 i32 1
//~ OBSERVES: 4 u64 600

#[repr(C)]
enum Plain {
    A = 3,
    B = -1,
}

#[repr(C)]
enum Full {
    Small(u8),
    Large(u64),
}

#[repr(C)]
struct Tagged {
    tag: i32,
    low: u32,
    value: u64,
}

#[repr(C)]
union Seen {
    full: Full,
    tagged: Tagged,
}

fn start(x: u64) {
    mir! {
        let unit: ();
        let plain: Plain;
        let bits: i32;
        let d: isize;
        let full: Full;
        let seen: Seen;
        {
            plain = Plain::B;
            d = Discriminant(plain);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            bits = CastTransmute(plain);
            Call(unit = kvant::observe_i32(1_u32, bits), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            full = Full::Large(x);
            d = Discriminant(full);
            Call(unit = kvant::observe_isize(2_u32, d), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            seen = Seen { full: full };
            Call(unit = kvant::observe_i32(3_u32, seen.tagged.tag), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u64(4_u32, seen.tagged.value), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(600_u64)))
}
