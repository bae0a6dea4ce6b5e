// A parent may write after its child did, and make another child.
//~ FINE: borrow
//~ OBSERVES: 1 u32 63

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let t: &mut u32;
        let nothing: ();
        {
            r = &mut x;
            s = &mut *r;
            *s = *s + 1;
            *r = *r * 2;
            t = &mut *r;
            *t = *t + 5;
            *r = *r * 3;
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
