// Where the layout is promised, the order of fields is.
//~ FINE: pointer-comparison
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 isize 2
//~ OBSERVES: 2 bool true
//~ OBSERVES: 3 u8 3

#[repr(C)]
struct Known {
    a: u8,
    b: u8,
    c: u8,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let known: Known;
        let p: *const u8;
        let q: *const u8;
        let b: bool;
        let d: isize;
        {
            known = Known { a: x, b: 2_u8, c: 3_u8 };
            p = addr_of!(known.a);
            q = addr_of!(known.c);
            b = p < q;
            Call(unit = kvant::observe_bool(0_u32, b), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(d = core::intrinsics::ptr_offset_from(q, p), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            p = Offset(p, 2_isize);
            b = p == q;
            Call(unit = kvant::observe_bool(2_u32, b), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u8(3_u32, *p), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
