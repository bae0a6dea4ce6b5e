// An observation reads too.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let nothing: ();
        {
            r = &mut x;
            s = &mut x;
            *s = 8;
            Call(nothing = kvant::observe_u32(1, *r), ReturnTo(b1), UnwindUnreachable()) //~ UB: borrow
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
