// Comparisons of numbers and infinities.
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 bool false
//~ OBSERVES: 2 bool true
//~ OBSERVES: 3 bool true

fn start(a: f64, b: f64) {
    mir! {
        let unit: ();
        let p: bool;
        let q: bool;
        let r: bool;
        let s: bool;
        {
            p = a < b;
            q = a >= b;
            r = a != b;
            s = b <= b;
            Call(unit = kvant::observe_bool(0_u32, p), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Call(unit = kvant::observe_bool(1_u32, q), ReturnTo(o1), UnwindUnreachable())
        }
        o1 = {
            Call(unit = kvant::observe_bool(2_u32, r), ReturnTo(o2), UnwindUnreachable())
        }
        o2 = {
            Call(unit = kvant::observe_bool(3_u32, s), ReturnTo(o3), UnwindUnreachable())
        }
        o3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1.5_f64), kvant::hide(f64::INFINITY)))
}
