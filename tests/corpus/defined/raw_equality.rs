// All bytes are equal or not.
//~ FINE: uninitialised
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 bool false
//~ OBSERVES: 2 bool true

#[repr(C)]
struct Four {
    a: u16,
    b: [u8; 2],
}

fn start(x: u16) {
    mir! {
        let unit: ();
        let two: [u8; 2];
        let one: Four;
        let other: Four;
        let p: &Four;
        let q: &Four;
        let none: [u64; 0];
        let r: &[u64; 0];
        let e: bool;
        {
            two = [1_u8, 2_u8];
            one = Four { a: x, b: two };
            other = Four { a: 7_u16, b: two };
            p = &one;
            q = &other;
            Call(e = core::intrinsics::raw_eq(p, q), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_bool(0_u32, e), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            other.b = [1_u8, 3_u8];
            q = &other;
            Call(e = core::intrinsics::raw_eq(p, q), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_bool(1_u32, e), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            none = [];
            r = &none;
            Call(e = core::intrinsics::raw_eq(r, r), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_bool(2_u32, e), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16)))
}
