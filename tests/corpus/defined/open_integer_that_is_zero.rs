// Where all bytes are equal the result of comparing them is certain, and may be computed with.
//~ FINE: open-value
//~ OBSERVES: 1 i32 -1
//~ OBSERVES: 2 bool false

fn start(x: u8, y: u8) {
    mir! {
        let p: *const u8;
        let q: *const u8;
        let order: i32;
        let pair: (i32, bool);
        let nothing: ();
        {
            p = addr_of!(x);
            q = addr_of!(y);
            Call(order = core::intrinsics::compare_bytes(p, q, 1_usize), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(pair = core::intrinsics::sub_with_overflow(order, 1_i32), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_i32(1, pair.0), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_bool(2, pair.1), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8), kvant::hide(2_u8)))
}
