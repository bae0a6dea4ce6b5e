// Pointers into one array have an order, the end of it included.
//~ FINE: pointer-comparison
//~ OBSERVES: 0 bool false
//~ OBSERVES: 1 bool true
//~ OBSERVES: 2 bool true
//~ OBSERVES: 3 bool false
//~ OBSERVES: 4 bool true
//~ OBSERVES: 5 bool true
//~ OBSERVES: 6 bool true

fn start(x: u32) {
    mir! {
        let unit: ();
        let a: [u32; 3];
        let i: usize;
        let p: *const u32;
        let q: *const u32;
        let end: *const u32;
        let b: bool;
        {
            a = [x; 3];
            i = 0_usize;
            p = addr_of!(a[i]);
            i = 1_usize;
            q = addr_of!(a[i]);
            end = Offset(q, 2_isize);
            b = p == q;
            Call(unit = kvant::observe_bool(0_u32, b), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            b = p != q;
            Call(unit = kvant::observe_bool(1_u32, b), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            b = p < q;
            Call(unit = kvant::observe_bool(2_u32, b), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            b = q <= p;
            Call(unit = kvant::observe_bool(3_u32, b), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            b = end > q;
            Call(unit = kvant::observe_bool(4_u32, b), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            b = end >= end;
            Call(unit = kvant::observe_bool(5_u32, b), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            q = Offset(q, -1_isize);
            b = p == q;
            Call(unit = kvant::observe_bool(6_u32, b), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
