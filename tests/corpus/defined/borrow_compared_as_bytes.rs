// `raw_eq` reads what two references are to.
//~ FINE: borrow
//~ OBSERVES: 1 bool false
//~ OBSERVES: 2 bool true

fn start(x: u32, y: u32) {
    mir! {
        let r: &u32;
        let s: &u32;
        let t: &u32;
        let equal: bool;
        let nothing: ();
        {
            r = &x;
            s = &y;
            t = &*r;
            Call(equal = core::intrinsics::raw_eq(r, s), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_bool(1, equal), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(equal = core::intrinsics::raw_eq(r, t), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_bool(2, equal), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32), kvant::hide(8_u32)))
}
