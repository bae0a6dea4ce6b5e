// What comes out is what went in, of any type.
//~ OBSERVES: 0 u8 77
//~ OBSERVES: 1 u8 77
//~ OBSERVES: 2 bool true
//~ OBSERVES: 3 u8 77
//~ OBSERVES: 4 u8 5

enum Either {
    A(u8),
    B(bool),
}

struct Holder {
    pointer: *const u8,
    either: Either,
}

#[repr(C)]
union Slot {
    a: u8,
    b: u32,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let y: u8;
        let p: *const u8;
        let q: *const u8;
        let either: Either;
        let holder: Holder;
        let out: Holder;
        let slot: Slot;
        let other: Slot;
        let u: ();
        {
            Call(y = core::intrinsics::black_box(x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u8(0_u32, y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            p = addr_of!(y);
            Call(q = core::intrinsics::black_box(p), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u8(1_u32, *q), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            either = Either::B(true);
            holder = Holder { pointer: q, either: either };
            Call(out = core::intrinsics::black_box(Move(holder)), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_bool(2_u32, Field::<bool>(Variant(out.either, 1), 0)), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            p = out.pointer;
            Call(unit = kvant::observe_u8(3_u32, *p), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            slot.a = 5_u8;
            Call(other = core::intrinsics::black_box(slot), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            Call(unit = kvant::observe_u8(4_u32, other.a), ReturnTo(next_9), UnwindUnreachable())
        }
        next_9 = {
            u = ();
            Call(u = core::intrinsics::black_box(u), ReturnTo(next_10), UnwindUnreachable())
        }
        next_10 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(77_u8)))
}
