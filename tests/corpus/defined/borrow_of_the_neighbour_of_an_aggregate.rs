// The inner pair is assigned, the reference is to what is beside it.
//~ FINE: borrow
//~ OBSERVES: 1 u32 7

fn start(x: u32) {
    mir! {
        let inner: (u32, u32);
        let t: ((u32, u32), u32);
        let r: &u32;
        let unit: ();
        {
            inner = (x, x);
            t = (inner, x);
            r = &t.1;
            t.0 = (1_u32, 2_u32);
            Call(unit = kvant::observe_u32(1_u32, *r), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
