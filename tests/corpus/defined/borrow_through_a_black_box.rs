// What comes out of `black_box` is made from what went in.
//~ FINE: borrow
//~ OBSERVES: 1 u32 9

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let p: *mut u32;
        let nothing: ();
        {
            r = &mut x;
            p = addr_of_mut!(*r);
            Call(s = core::intrinsics::black_box(Move(r)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *s = 8;
            *p = *p + 1;
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
